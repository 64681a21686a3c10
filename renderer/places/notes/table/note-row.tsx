import { memo, type ReactNode } from 'react'
import type { TextMatch } from '#shared/notes/index-contract.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import { nameOfFolder, nameOfNote, nameOfPerson } from '#shared/notes/names.ts'
import { gridTemplate } from '#ui/collections/columns.tsx'
import { MarkedText } from '#ui/text/marked-text.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { copy } from '../copy.ts'
import { matchesIn } from './matches.ts'
import type { NoteColumn } from './note-columns.ts'
import css from './note-row.module.css'
import type { RowFacts, TableNote } from './use-row-facts.ts'

/** Shows one note in columns. Memoized, because the page renders on every key press during a search. */
export const NoteRow = memo(function NoteRow({
  note,
  columns,
  events,
  folders,
  words = noWords,
  isTall = false,
}: Partial<RowFacts> & {
  readonly note: TableNote
  readonly columns: readonly NoteColumn[]
  readonly words?: readonly string[]
  /** Whether a second line shows where the search was found. */
  readonly isTall?: boolean
}) {
  const cells: Readonly<Record<NoteColumn['id'], ReactNode>> = {
    title: (
      <span className={css.title} dir="auto" title={visibleText(note.title)}>
        <MarkedText text={nameOfNote(note)} ranges={matchesIn(nameOfNote(note), words, !note.match)} />
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
  const row = (
    <span className={css.row} style={{ gridTemplateColumns: gridTemplate(columns) }}>
      {columns.map(({ id }) => (
        <span key={id} className={css.cell}>
          {cells[id]}
        </span>
      ))}
    </span>
  )
  if (!isTall) return row
  return (
    <span className={css.tall}>
      {row}
      <span className={css.snippet}>{note.match ? <Snippet match={note.match} /> : null}</span>
    </span>
  )
})

function Snippet({ match: { part, speaker, text, marks } }: { readonly match: TextMatch }) {
  if (part === 'title' || part === 'owner') return <span className={css.where}>{copy.row.inPart(part)}</span>
  return (
    <>
      {part === 'summary' ? null : <span className={css.where}>{copy.row.parts[part]}</span>}
      {speaker === null ? null : (
        <bdi>
          <VisibleText text={`${speaker}: `} />
        </bdi>
      )}
      <bdi>
        <MarkedText text={text} ranges={marks} />
      </bdi>
    </>
  )
}

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

export function noteLabel(note: TableNote): string {
  const owner = ownerName(note)
  const name = `${nameOfNote(note)}${owner ? `, ${owner}` : ''}`
  if (!note.match) return name
  const { part, speaker, text } = note.match
  const isShown = part === 'title' || part === 'owner'
  const snippet = isShown ? '' : visibleText(speaker === null ? text : `${speaker}: ${text}`)
  return `${name}, ${copy.row.foundIn(part, snippet)}`
}

function ownerName({ owner }: NoteListItem): string | null {
  return owner === null ? null : nameOfPerson(owner)
}
