/** What is chosen, as it stands in the address. */
export interface EndpointsSearch {
  readonly endpoint?: string | undefined
  /** The form that is open over the list; `edit` is about the endpoint chosen. */
  readonly form?: 'new' | 'edit' | undefined
}

export interface EndpointsPageProps {
  readonly search: EndpointsSearch
  readonly onSearch: (changes: EndpointsSearch, how?: { readonly replace?: boolean }) => void
}
