import { maxFilterLength } from '#shared/notes/filter-length.ts'
import type { NoteOrder } from '#shared/notes/order.ts'

export interface NotesSearch {
  /** The search text. While there is one, it replaces the folder and the days. */
  readonly q?: string | undefined
  readonly folder?: string | undefined
  /**
   * Limits the list to notes directly in the folder. These come from the index, because the service can't leave out subfolders.
   */
  readonly direct?: true | undefined
  readonly note?: string | undefined
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly updated?: string | undefined
  readonly tab?: NoteTab | undefined
  /**
   * The id, link or title in the dialog *Can’t find a note?*, or empty if none was entered. The dialog is open while this is set.
   */
  readonly why?: string | undefined
  /** Words in the title and the owner. The app filters by them, because the service can't. */
  readonly title?: string | undefined
  readonly owner?: string | undefined
  /** The list's order. Defaults to `usualSort`, except for the service's list of all notes, which has the service's order. */
  readonly sort?: Sort | 'service' | undefined
  /**
   * `index` lists the index on this computer, and `service` lists the service's notes page by page. The default depends on the
   * order.
   */
  readonly from?: 'index' | 'service' | undefined
}

export type Sort = NoteOrder['by'] | `-${NoteOrder['by']}`

export const usualSort: Sort = '-updated'

export const noteTabs = ['summary', 'transcript', 'endpoints', 'details'] as const
export type NoteTab = (typeof noteTabs)[number]

export interface NotesPageProps {
  readonly search: NotesSearch
  readonly onSearch: (changes: NotesSearch, how?: { readonly replace?: boolean }) => void
}

export const noFilters = {
  direct: undefined,
  after: undefined,
  before: undefined,
  updated: undefined,
  title: undefined,
  owner: undefined,
} as const satisfies NotesSearch

export function hasFilters({ direct, after, before, updated, title, owner }: NotesSearch): boolean {
  return [direct, after, before, updated, title, owner].some((value) => value !== undefined)
}

export function tooLongIn({ title = '', owner = '' }: NotesSearch): 'title' | 'owner' | null {
  if (title.length > maxFilterLength) return 'title'
  return owner.length > maxFilterLength ? 'owner' : null
}
