import type { NoteEvents } from '#core/deliveries/index.ts'
import type { Notes } from '#core/notes/index.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import type { ExportedNote } from './formats.ts'

/** Notes with what only this machine knows of them. */
export const createNoteRows =
  (index: Pick<Notes, 'foldersOf'>, noteEvents: NoteEvents) =>
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
