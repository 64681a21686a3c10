import { Fragment, memo, type ReactNode } from 'react'
import type { NoteListItem } from '#shared/notes/model.ts'
import { nameOfFolder, nameOfNote, nameOfPerson } from '#shared/notes/names.ts'
import { gridTemplate } from '#ui/collections/columns.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { copy } from '../copy.ts'
import { matchesIn } from './matches.ts'
import type { NoteColumn } from './note-columns.ts'
import css from './note-row.module.css'
import type { RowFacts } from './use-row-facts.ts'

/** Shows one note in columns. Memoized, because the page renders on every key press during a search. */
export const NoteRow = memo(function NoteRow({
  note,
  columns,
  events,
  folders,
  words = noWords,
}: Partial<RowFacts> & {
  readonly note: NoteListItem
  readonly columns: readonly NoteColumn[]
  readonly words?: readonly string[]
}) {
  const cells: Readonly<Record<NoteColumn['id'], ReactNode>> = {
    title: (
      <span className={css.title} dir="auto" title={visibleText(note.title)}>
        <MatchedText text={nameOfNote(note)} words={words} />
      </span>
    ),
    owner: (
      <span className={css.quiet} dir="auto" title={visibleText(ownerName(note) ?? '')}>
        <VisibleText text={ownerName(note) ?? copy.noOwner} />
      </span>
    ),
    folder: <Folders folders={folders} />,
    created: <Time iso={note.createdAt} />,
    updated: <Time iso={note.updatedAt} />,
    events: <span className={css.number}>{events === undefined ? '' : events === 0 ? '–' : events}</span>,
  }
  return (
    <span className={css.row} style={{ gridTemplateColumns: gridTemplate(columns) }}>
      {columns.map(({ id }) => (
        <span key={id} className={css.cell}>
          {cells[id]}
        </span>
      ))}
    </span>
  )
})

const noWords: readonly string[] = []

/**
 * Shows a note's folders. *No folder* is certain only if all folders were loaded after the note's last change. Until then, a dash
 * means unknown.
 */
const Folders = memo(function Folders({ folders }: { readonly folders: RowFacts['folders'] }) {
  if (folders === undefined) return null
  if (folders === null) {
    return (
      <span className={css.missing} title={copy.row.folderUnknown}>
        <span aria-hidden>–</span>
        <VisuallyHidden>{copy.row.folderUnknown}</VisuallyHidden>
      </span>
    )
  }
  if (folders.length === 0) return <span className={css.missing}>{copy.row.noFolder}</span>
  const names = folders.map(nameOfFolder).join(', ')
  return (
    <span className={css.quiet} dir="auto" title={visibleText(names)}>
      <VisibleText text={names} />
    </span>
  )
})

const Time = memo(function Time({ iso }: { readonly iso: string | null }) {
  return <span className={css.time}>{iso === null ? '–' : <TimeText iso={iso} show="table" />}</span>
})

export function noteLabel(note: NoteListItem): string {
  const owner = ownerName(note)
  return `${nameOfNote(note)}${owner ? `, ${owner}` : ''}`
}

function ownerName({ owner }: NoteListItem): string | null {
  return owner === null ? null : nameOfPerson(owner)
}

function MatchedText({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  const matches = matchesIn(text, words)
  if (matches.length === 0) return <VisibleText text={text} />
  return (
    <>
      {matches.map(([from, to], at) => (
        <Fragment key={from}>
          <VisibleText text={text.slice(at === 0 ? 0 : matches[at - 1]?.[1], from)} />
          <mark className={css.match}>
            <VisibleText text={text.slice(from, to)} />
          </mark>
        </Fragment>
      ))}
      <VisibleText text={text.slice(matches.at(-1)?.[1])} />
    </>
  )
}
