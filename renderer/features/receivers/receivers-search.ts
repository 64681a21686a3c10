export type ReceiverTab = 'overview' | 'waiting' | 'sends' | 'settings'

/** The page's state in the address. */
export interface ReceiversSearch {
  readonly receiver?: string | undefined
  /** The open form; `edit` edits the selected receiver. */
  readonly form?: 'new' | 'edit' | undefined
  readonly tab?: Exclude<ReceiverTab, 'overview'> | undefined
  /** Only the sends of this replay. */
  readonly job?: string | undefined
  /** The open send. */
  readonly send?: number | undefined
}

export interface ReceiversPageProps {
  readonly search: ReceiversSearch
  readonly onSearch: (changes: ReceiversSearch, how?: { readonly replace?: boolean }) => void
}
