export type ReceiverTab = 'overview' | 'waiting' | 'sends' | 'check' | 'settings'

export interface ReceiversSearch {
  readonly receiver?: string | undefined
  /** The open form. `edit` edits the selected receiver, and `compose` composes a delivery to it. */
  readonly form?: 'new' | 'edit' | 'compose' | undefined
  readonly note?: string | undefined
  readonly tab?: Exclude<ReceiverTab, 'overview'> | undefined
  /** Limits the sends to those of this replay job. */
  readonly job?: string | undefined
  /** The number of the open test case. */
  readonly case?: number | undefined
  readonly send?: number | undefined
}

export interface ReceiversPageProps {
  readonly search: ReceiversSearch
  readonly onSearch: (changes: ReceiversSearch, how?: { readonly replace?: boolean }) => void
}
