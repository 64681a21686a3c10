import type { ExportFormat } from '#shared/exports/contract.ts'
import type { FolderRef } from '#shared/notes/folder-contract.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import { escapeMarkdown as markdown } from '#shared/notes/note-markdown.ts'
import { csvLine } from './csv.ts'

export interface ExportedNote extends NoteListItem {
  /** The note's folders, or `null` if they are not known. */
  readonly folders: readonly FolderRef[] | null
  readonly events: number
}

export interface About {
  readonly title: string
  readonly at: string
}

export interface Ending {
  readonly notes: number
  /** Why notes are missing, or `null` if all are included. */
  readonly incomplete: string | null
}

export interface Writing {
  readonly extension: string
  head(about: About): string
  rows(notes: readonly ExportedNote[], first: number): string
  foot(ending: Ending): string
}

export const formats: Readonly<Record<ExportFormat, Writing>> = {
  csv: {
    extension: 'csv',
    head: () => csvLine(columns),
    rows: (notes) => notes.map((note) => csvLine(cells(note))).join(''),
    // Says in the file itself that it is incomplete, because it may be given to other people.
    foot: ({ incomplete }) => (incomplete === null ? '' : csvLine([`Incomplete: ${incomplete}`])),
  },
  json: {
    extension: 'json',
    head: (about) => `{"list":${JSON.stringify(about.title)},"exported_at":"${about.at}","notes":[\n`,
    rows: (notes, first) => notes.map((note, at) => (first + at > 0 ? ',\n' : '') + jsonNote(note)).join(''),
    foot: ({ notes, incomplete }) =>
      `\n],"count":${notes},"complete":${incomplete === null},"incomplete_because":${JSON.stringify(incomplete)}}\n`,
  },
  markdown: {
    extension: 'md',
    head: ({ title, at }) =>
      `# ${markdown(title)}\n\nExported ${at}.\n\n| ${headings.join(' | ')} |\n|${' --- |'.repeat(headings.length)}\n`,
    rows: (notes) => notes.map((note) => `| ${markdownCells(note).join(' | ')} |\n`).join(''),
    foot: ({ notes, incomplete }) =>
      incomplete === null
        ? `\nNotes: ${notes}.\n`
        : `\n**Incomplete.** Notes: ${notes}, then: ${markdown(incomplete)}\n`,
  },
}

const columns = [
  'id',
  'title',
  'owner_name',
  'owner_email',
  'folders',
  'created_at',
  'updated_at',
  'events_received',
]
const headings = ['Id', 'Title', 'Owner', 'Email', 'Folders', 'Created', 'Updated', 'Events received']

const cells = (note: ExportedNote): readonly string[] => [
  note.id,
  note.title,
  note.owner?.name ?? '',
  note.owner?.email ?? '',
  (note.folders ?? []).map(({ name }) => name).join('; '),
  note.createdAt ?? '',
  note.updatedAt ?? '',
  String(note.events),
]

const jsonNote = ({ id, title, owner, folders, createdAt, updatedAt, events }: ExportedNote) =>
  JSON.stringify({
    id,
    title,
    owner,
    folders,
    created_at: createdAt,
    updated_at: updatedAt,
    events_received: events,
  })

/** Formats a row's cells. Ids are written as code, so that none of their characters counts as markup. */
const markdownCells = (note: ExportedNote): readonly string[] => {
  const [id = '', ...others] = cells(note)
  return [/^[\w-]+$/.test(id) ? `\`${id}\`` : markdown(id), ...others.map(markdown)]
}
