import { maxFilterLength } from '#shared/notes/filter-length.ts'
import type { NoteOrder } from '#shared/notes/order.ts'
import type { SearchScope } from '../../nouns/notes/index-queries.ts'

export interface NotesSearch {
  /** The search text. A search covers all notes, so the folder and the days don't apply. */
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
   * The text typed in the dialog *Can’t find a note?*: an id, a link or a title. The dialog is open while this is set, even if it
   * is empty.
   */
  readonly why?: string | undefined
  /** Words that must occur in the title or the owner's name. The app filters by them, because the service can't. */
  readonly title?: string | undefined
  readonly owner?: string | undefined
  /** The order of the list. The default is `usualSort`, or the service's own order in its list of all notes. */
  readonly sort?: Sort | 'service' | undefined
  /**
   * The source of the list: the index on this computer, or the service, page by page. The default depends on the other
   * parameters.
   */
  readonly from?: 'index' | 'service' | undefined
  /** The endpoint under *Missed events* from which the note was opened. */
  readonly missed?: string | undefined
  /** Scope of the search. Defaults to the workspace's last choice. */
  readonly in?: SearchScope | undefined
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
