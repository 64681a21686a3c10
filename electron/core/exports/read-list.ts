import type { NotesPage } from '#core/service-api/notes/lists.ts'
import { pages } from '#core/service-api/requests/paging.ts'
import { withinDays } from '#shared/notes/days.ts'
import { incompleteReasons } from '#shared/notes/incomplete-reasons.ts'
import type { NoteFilter, NoteListItem, NoteWords } from '#shared/notes/model.ts'
import type { Incomplete } from '#shared/notes/page.ts'
import { holdsWords } from '#shared/notes/words.ts'

/**
 * Reads the service's list to its last page, and hands over the notes that the filter lets through, each once. It may take as
 * long as the request rate makes it: the user sees the progress and can cancel. Resolves to why notes are missing, or to `null`.
 * Rejects when a page does.
 */
export async function readList(
  readPage: (cursor: string | undefined) => Promise<NotesPage>,
  filter: NoteFilter & NoteWords,
  onNotes: (notes: readonly NoteListItem[]) => Promise<void>,
): Promise<string | null> {
  let unreadable = 0
  let incomplete: Incomplete | null = null
  for await (const page of pages((cursor) => readPage(cursor ?? undefined))) {
    unreadable += page.unreadable
    incomplete = page.incomplete
    await onNotes(page.fresh.filter((note) => withinDays(note, filter) && holdsWords(note, filter)))
  }
  const reasons = [
    incomplete === null ? null : `Notes may be missing: ${incompleteReasons[incomplete]}`,
    unreadable === 0 ? null : `Unreadable notes left out: ${unreadable}.`,
  ].filter((reason) => reason !== null)
  return reasons.length === 0 ? null : reasons.join(' ')
}
