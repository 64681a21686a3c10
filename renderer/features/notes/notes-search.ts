/** What is chosen, as it stands in the address. */
export interface NotesSearch {
  readonly folder?: string | undefined
  readonly note?: string | undefined
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly updated?: string | undefined
}

export interface NotesPageProps {
  readonly search: NotesSearch
  readonly onSearch: (changes: NotesSearch, how?: { readonly replace?: boolean }) => void
}
