import { Link } from '@tanstack/react-router'
import { ArrowDown, Check, CircleHelp, Clock, type LucideIcon, ZapOff } from 'lucide-react'
import type { MissedNote } from '#shared/missed/model.ts'
import { TimeText } from '#ui/text/time-text.tsx'
import { exactTime } from '#ui/text/time-words.ts'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { useIsSandbox } from '../../nouns/workspaces/session-queries.ts'
import { table as copy, reasonsIn } from './copy.ts'
import css from './missed.module.css'

const icons: Readonly<Record<MissedNote['state'], LucideIcon>> = {
  behind: ZapOff,
  pending: Clock,
  unknown: CircleHelp,
  'caught-up': Check,
}

const longestTitle = 500
const shown = (title: string) => (title.trim() ? title.slice(0, longestTitle) : copy.untitled)

export function NotesTable({
  notes,
  endpointId,
}: {
  readonly notes: readonly MissedNote[]
  readonly endpointId: string
}) {
  const isSandbox = useIsSandbox()
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{copy.note}</th>
          <th scope="col">{copy.state}</th>
          <th scope="col">{copy.outage}</th>
          <th scope="col" aria-sort="descending">
            {copy.changed} <ArrowDown size={12} aria-hidden />
          </th>
          <th scope="col">{copy.heard}</th>
        </tr>
      </thead>
      <tbody>
        {notes.map(({ id, title, state, reason, updatedAt, receivedAt, until, caughtUpAt }) => {
          const Icon = icons[state]
          const [lastEvent = null] = [caughtUpAt, receivedAt]
            .filter((time) => time !== null)
            .sort((one, other) => Date.parse(other) - Date.parse(one))
          return (
            <tr key={id}>
              <td>
                <Link
                  to="/notes"
                  search={{ note: id, missed: endpointId }}
                  className={css.note}
                  title={title.trim() ? visibleText(title.slice(0, longestTitle)) : id}
                >
                  <VisibleText text={shown(title)} />
                </Link>
              </td>
              <td>
                <span
                  className={css.verdict}
                  data-state={state}
                  title={until === null ? undefined : copy.until(exactTime(Date.parse(until)))}
                >
                  <Icon size={14} strokeWidth={1.75} aria-hidden />
                  {copy.states[state]}
                </span>
              </td>
              <td>{reason === 'unknown' ? '–' : reasonsIn(isSandbox)[reason]}</td>
              <td>
                <TimeText iso={updatedAt} show="short" />
              </td>
              <td>{lastEvent === null ? copy.never : <TimeText iso={lastEvent} show="short" />}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
