import { pagingLimits } from '#core/service-api/assumptions.ts'
import type { NotesPage } from '#core/service-api/lists.ts'
import { withinDays } from '#shared/notes/days.ts'
import { incompleteReasons } from '#shared/notes/incomplete-reasons.ts'
import type { NoteFilter, NoteListItem, NoteWords } from '#shared/notes/model.ts'
import type { Incomplete } from '#shared/notes/page.ts'
import { holdsWords } from '#shared/notes/words.ts'

export interface ListRead {
  readonly incomplete: Incomplete | null
  /** Notes that could not be understood and are left out. */
  readonly unreadable: number
}

/**
 * Reads the service's list to its last page, and hands over the notes that the filter lets through, each once. It may take as
 * long as the pace makes it: whoever waits sees how far it is and can end it. Rejects when a page does.
 */
export async function readList(
  readPage: (cursor: string | undefined) => Promise<NotesPage>,
  filter: NoteFilter & NoteWords,
  take: (notes: readonly NoteListItem[]) => Promise<void>,
): Promise<ListRead> {
  const ids = new Set<string>()
  const cursors = new Set<string>()
  let unreadable = 0
  let pagesWithNothingNew = 0

  for (let cursor: string | undefined; ; ) {
    const page = await readPage(cursor)
    const fresh = page.items.filter(({ id }) => !ids.has(id))
    for (const { id } of fresh) ids.add(id)
    unreadable += page.unreadable
    pagesWithNothingNew = fresh.length > 0 ? 0 : pagesWithNothingNew + 1
    await take(fresh.filter((note) => withinDays(note, filter) && holdsWords(note, filter)))

    if (page.incomplete !== null || page.cursor === null) return { incomplete: page.incomplete, unreadable }
    if (cursors.has(page.cursor)) return { incomplete: 'repeated-cursor', unreadable }
    if (pagesWithNothingNew >= pagingLimits.pagesWithNothingNew)
      return { incomplete: 'nothing-new', unreadable }
    cursors.add(page.cursor)
    cursor = page.cursor
  }
}

/** Why a list is not whole, in a sentence; `null` when it is. */
export function missing({ incomplete, unreadable }: ListRead): string | null {
  const reasons = [
    incomplete === null ? null : `There may be more notes: ${incompleteReasons[incomplete]}`,
    unreadable === 0 ? null : `Notes that could not be understood and are left out: ${unreadable}.`,
  ].filter((reason) => reason !== null)
  return reasons.length === 0 ? null : reasons.join(' ')
}
