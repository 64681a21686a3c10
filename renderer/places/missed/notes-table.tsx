import { Link } from '@tanstack/react-router'
import type { MissedNote } from '#shared/missed/model.ts'
import { StatusPill, type Tone } from '#ui/status/status-pill.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { line } from '../../nouns/missed/copy.ts'
import css from '../../nouns/missed/missed.module.css'
import { table as copy } from './copy.ts'

const tones: Readonly<Record<MissedNote['state'], Tone>> = {
  behind: 'warn',
  pending: 'info',
  unknown: 'neutral',
}

/** Maximum number of characters shown of a title. More would never fit a line. */
const longestTitle = 500
const shown = (title: string) => (title.trim() ? title.slice(0, longestTitle) : copy.untitled)

/** Lists the notes of an endpoint or of one of its gaps, each with a link to the note. */
export function NotesTable({ notes }: { readonly notes: readonly MissedNote[] }) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{copy.note}</th>
          <th scope="col">{copy.state}</th>
          <th scope="col">{copy.changed}</th>
          <th scope="col">{copy.heard}</th>
        </tr>
      </thead>
      <tbody>
        {notes.map(({ id, title, state, updatedAt, receivedAt, until }) => (
          <tr key={id}>
            <td>
              <Link
                to="/notes"
                search={{ note: id }}
                className={css.note}
                title={title.trim() ? visibleText(title.slice(0, longestTitle)) : id}
              >
                <VisibleText text={shown(title)} />
              </Link>
            </td>
            <td>
              <StatusPill tone={tones[state]}>{copy.states[state]}</StatusPill>
              {until === null ? null : (
                <span className={css.when}>
                  {line.until} <TimeText iso={until} show="short" isDue />
                </span>
              )}
            </td>
            <td>
              <TimeText iso={updatedAt} show="table" />
            </td>
            <td>{receivedAt === null ? copy.never : <TimeText iso={receivedAt} show="table" />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
