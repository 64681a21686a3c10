import { Check } from 'lucide-react'
import type { EndpointMissed, MissedGap } from '#shared/missed/model.ts'
import { Badge, type DotLook, StatusDot } from '#ui/status/status-pill.tsx'
import { formatRange, shortTime } from '#ui/text/time-words.ts'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { usePending } from '../../nouns/missed/behind-banner.tsx'
import { checking, states } from '../../nouns/missed/copy.ts'
import { missedOutages } from '../../nouns/missed/queries.ts'
import { useIsSandbox } from '../../nouns/workspaces/session-queries.ts'
import { row as copy, reasonsIn } from './copy.ts'
import css from './missed.module.css'
import { nameOf } from './name-of.ts'

export function EndpointRow({ of }: { readonly of: EndpointMissed }) {
  const pending = usePending(of)
  const isSandbox = useIsSandbox()
  return (
    <span className={css.endpoint}>
      <StatusDot look={dotOf(of)} />
      <span className={css.words}>
        <span className={css.name}>
          <VisibleText text={nameOf(of)} />
        </span>
        <span className={css.state}>{summaryOf(of, isSandbox)}</span>
      </span>
      {of.behind > 0 ? (
        <Badge tone="warn">{states.behind(of.behind)}</Badge>
      ) : pending > 0 ? (
        <span className={css.faint}>{states.pending(pending)}</span>
      ) : of.isKnown ? (
        <Check size={14} strokeWidth={2.25} className={css.ok} aria-hidden />
      ) : null}
    </span>
  )
}

export function endpointRowLabel(of: EndpointMissed, isSandbox: boolean): string {
  const { behind, pending } = of
  return [
    nameOf(of),
    ...(behind > 0 ? [states.behind(behind)] : pending > 0 ? [states.pending(pending)] : []),
    summaryOf(of, isSandbox),
  ].join(', ')
}

export function dotOf({ isKnown, gaps }: EndpointMissed): DotLook {
  const lasting = gaps.find(isLasting)
  if (!lasting) return isKnown ? 'on' : 'off'
  return lasting.reason === 'disabled' || lasting.reason === 'failing' ? 'bad' : 'wait'
}

const isLasting = ({ from, to }: MissedGap) => from !== null && to === null

/** Describes the current outage or, if there is none, the largest one with missed events. */
function summaryOf(
  { isKnown, isChecking, gaps, since, behind, pending, unknown, caughtUpAt }: EndpointMissed,
  isSandbox: boolean,
): string {
  const outages = missedOutages({ gaps, since })
  const caughtUp = behind === 0 ? 0 : gaps.reduce((sum, one) => sum + one.caughtUp, 0)
  if (caughtUp > 0) return copy.progress(caughtUp, caughtUp + behind)
  const gap = [...outages, ...gaps].find(isLasting) ?? outages[0]
  if (gap) return gap.from === null ? copy.noOutage : `${reasonsIn(isSandbox)[gap.reason]} ${timeOf(gap)}`
  if (!isKnown) return isChecking ? checking : copy.notKnown
  if (behind + pending > 0) return copy.noOutage
  if (caughtUpAt !== null) return copy.caughtUp(shortTime(Date.parse(caughtUpAt), Date.now()))
  return unknown > 0 ? copy.unknown(unknown) : copy.none
}

/** Formats the time of an outage: *since 10:51*, or *Nov 20, 23:10 – 23:40*. */
export function timeOf({ from, to }: Pick<MissedGap, 'from' | 'to'>): string {
  const now = Date.now()
  if (from === null) return '–'
  if (to === null) return `${copy.since} ${shortTime(Date.parse(from), now)}`
  return formatRange({ from: Date.parse(from), to: Date.parse(to) }, now)
}
