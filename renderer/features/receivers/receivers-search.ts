export type ReceiverTab = 'overview' | 'waiting' | 'sends' | 'check' | 'settings'

/** The page's state in the address. */
export interface ReceiversSearch {
  readonly receiver?: string | undefined
  /** The open form; `edit` edits the selected receiver, `compose` writes a delivery to it. */
  readonly form?: 'new' | 'edit' | 'compose' | undefined
  /** The note that a composed delivery is about. */
  readonly note?: string | undefined
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
