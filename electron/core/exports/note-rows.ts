import type { NoteEvents } from '#core/deliveries/store/note-events.ts'
import type { NoteIndex } from '#core/notes/index/note-index.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import type { ExportedNote } from './formats.ts'

export interface NoteRowsOptions {
  /** The index of the workspace that is open, and what it knows of any. */
  readonly index: Pick<NoteIndex, 'list' | 'foldersOf' | 'learnPage'>
  readonly noteEvents: NoteEvents
}

/** Notes with what only this machine knows of them. */
export const createNoteRows =
  ({ index, noteEvents }: NoteRowsOptions) =>
  (workspaceId: string, notes: readonly NoteListItem[]): ExportedNote[] => {
    const counts = notes.length === 0 ? [] : noteEvents(notes.map(({ id }) => id))
    const events = new Map(counts.map((count) => [count.id, count.events]))
    const folders = index.foldersOf(workspaceId, notes)
    return notes.map((note, at) => ({
      ...note,
      folders: folders[at] ?? null,
      events: events.get(note.id) ?? 0,
    }))
  }
