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
}

export const noteTabs = ['summary', 'transcript', 'events', 'details'] as const
export type NoteTab = (typeof noteTabs)[number]

export interface NotesPageProps {
  readonly search: NotesSearch
  readonly onSearch: (changes: NotesSearch, how?: { readonly replace?: boolean }) => void
}
