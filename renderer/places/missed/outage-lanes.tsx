import { Link } from '@tanstack/react-router'
import type { MissedGap, MissedReason } from '#shared/missed/model.ts'
import { useNow } from '#ui/text/time-text.tsx'
import { formatTick } from '#ui/text/time-words.ts'
import { useIsSandbox } from '../../nouns/workspaces/session-queries.ts'
import { outages as copy, reasonsIn } from './copy.ts'
import { timeOf } from './endpoint-row.tsx'
import css from './missed.module.css'

const days = 14
const dayMs = 86_400_000

/** Shows the outages of the last days in one lane per cause. Pressing a lane filters the notes. */
export function OutageLanes({
  endpointId,
  gaps,
  isChecking,
  selected,
}: {
  readonly endpointId: string
  readonly gaps: readonly MissedGap[]
  readonly isChecking: boolean
  readonly selected: MissedReason | undefined
}) {
  const now = useNow(0)
  const isSandbox = useIsSandbox()
  const midnight = new Date(now).setHours(24, 0, 0, 0)
  const start = midnight - days * dayMs
  const at = (ms: number) => Math.min(100, Math.max(0, ((ms - start) / (midnight - start)) * 100))
  const shown = gaps.filter(({ to, ...gap }) => to === null || Date.parse(to) > start || missedIn(gap) > 0)
  if (shown.length === 0) return null
  const lanes = (
    Object.entries(Object.groupBy(shown, ({ reason }) => reason)) as [MissedReason, MissedGap[]][]
  ).sort(([, a], [, b]) => newest(b) - newest(a))
  return (
    <nav className={css.lanes} aria-label={copy.title}>
      <p className={css.lanesHead}>
        <b>{copy.title}</b> <span>{copy.days(days)}</span> <span className={css.notesHead}>{copy.notes}</span>
      </p>
      {lanes.map(([reason, of]) => {
        const known = of.filter(({ from }) => from !== null)
        const [only] = known
        return (
          <Link
            key={reason}
            to="/missed"
            search={{ endpoint: endpointId, ...(reason === selected ? {} : { reason }) }}
            replace
            className={css.lane}
            aria-current={reason === selected || undefined}
          >
            <span>{reasonsIn(isSandbox)[reason]}</span>
            <span className={css.track} aria-hidden>
              {known.map(({ key, from, to, behind, pending }) => {
                const left = at(Date.parse(from ?? ''))
                return (
                  <i
                    key={key}
                    data-tone={behind > 0 ? 'danger' : pending > 0 ? 'warn' : undefined}
                    style={{ left: `${left}%`, width: `${at(to === null ? now : Date.parse(to)) - left}%` }}
                  />
                )
              })}
            </span>
            <span className={css.laneTime}>
              {only === undefined ? '–' : known.length > 1 ? copy.several(known.length) : timeOf(only)}
            </span>
            <span className={css.laneNotes}>{copy.count(sumOf(of), isReadIn(of), isChecking)}</span>
          </Link>
        )
      })}
      <div className={css.axis} aria-hidden>
        <span>
          {Array.from({ length: days / 2 }, (_, index) => start + index * 2 * dayMs).map((ms) => (
            <span key={ms}>{formatTick(ms, true)}</span>
          ))}
        </span>
      </div>
    </nav>
  )
}

export const missedIn = ({ behind, pending, unknown }: Pick<MissedGap, 'behind' | 'pending' | 'unknown'>) =>
  behind + pending + unknown

const sumOf = (of: readonly MissedGap[]) =>
  of.reduce((sum, gap) => sum + missedIn(gap) + gap.caughtUp + gap.superseded, 0)

const isReadIn = (of: readonly MissedGap[]) => of.every(({ isRead }) => isRead)

const newest = (gaps: readonly MissedGap[]) =>
  Math.max(...gaps.map(({ from }) => Date.parse(from ?? '') || 0))
