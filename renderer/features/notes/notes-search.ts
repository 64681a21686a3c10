import { maxFilterLength } from '#shared/notes/filter-length.ts'
import type { NoteOrder } from '#shared/notes/order.ts'

/** What is chosen, as it stands in the address. */
export interface NotesSearch {
  /** What is looked for in the index; while there is something, it takes the place of the folder and the days. */
  readonly q?: string | undefined
  readonly folder?: string | undefined
  readonly note?: string | undefined
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly updated?: string | undefined
  readonly tab?: NoteTab | undefined
  /** The question why a note cannot be seen is open, about this id, link or title; empty: about none yet. */
  readonly why?: string | undefined
  /** Words of the title, and of the owner: looked for here, because the service cannot be asked for them. */
  readonly title?: string | undefined
  readonly owner?: string | undefined
  readonly sort?: Sort | undefined
  /** `index`: all notes, from the index on this machine, instead of page by page from the service. */
  readonly from?: 'index' | undefined
}

export type Sort = NoteOrder['by'] | `-${NoteOrder['by']}`

export const noteTabs = ['summary', 'transcript', 'events', 'details'] as const
export type NoteTab = (typeof noteTabs)[number]

export interface NotesPageProps {
  readonly search: NotesSearch
  readonly onSearch: (changes: NotesSearch, how?: { readonly replace?: boolean }) => void
}

export const noFilters = {
  after: undefined,
  before: undefined,
  updated: undefined,
  title: undefined,
  owner: undefined,
} as const satisfies NotesSearch

export function hasFilters({ after, before, updated, title, owner }: NotesSearch): boolean {
  return [after, before, updated, title, owner].some((value) => value !== undefined)
}

/** The words of the address that are more than are looked for. */
export function tooLongIn({ title = '', owner = '' }: NotesSearch): 'title' | 'owner' | null {
  if (title.length > maxFilterLength) return 'title'
  return owner.length > maxFilterLength ? 'owner' : null
}
