import { maxFilterLength } from '#shared/notes/filter-length.ts'
import type { NoteOrder } from '#shared/notes/order.ts'

/** What is chosen, as in the address. */
export interface NotesSearch {
  /** The search text. While there is one, it replaces the folder and the days. */
  readonly q?: string | undefined
  readonly folder?: string | undefined
  /** Only notes directly in the folder, not those of its subfolders. From the index, as the service cannot list them. */
  readonly direct?: true | undefined
  readonly note?: string | undefined
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly updated?: string | undefined
  readonly tab?: NoteTab | undefined
  /** The dialog *Why don't I see a note?* is open for this id, link or title; empty for none yet. */
  readonly why?: string | undefined
  /** Words of the title and of the owner, which this app filters because the service cannot. */
  readonly title?: string | undefined
  readonly owner?: string | undefined
  /** Without one: last updated first, where that is known of all notes. */
  readonly sort?: Sort | 'service' | undefined
  /** `index`: from the index on this machine, `service`: page by page from the service. Without one, whichever fits the order. */
  readonly from?: 'index' | 'service' | undefined
}

export type Sort = NoteOrder['by'] | `-${NoteOrder['by']}`

/** Last updated first. */
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

/** The filter that is longer than supported. */
export function tooLongIn({ title = '', owner = '' }: NotesSearch): 'title' | 'owner' | null {
  if (title.length > maxFilterLength) return 'title'
  return owner.length > maxFilterLength ? 'owner' : null
}
