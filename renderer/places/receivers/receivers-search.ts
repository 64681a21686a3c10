export type ReceiverTab = 'overview' | 'waiting' | 'sends' | 'check' | 'settings'

/** State of the page in the URL. */
export interface ReceiversSearch {
  readonly receiver?: string | undefined
  /** Open form. `edit` edits the selected receiver, `compose` composes a delivery to it. */
  readonly form?: 'new' | 'edit' | 'compose' | undefined
  /** Note of a composed delivery. */
  readonly note?: string | undefined
  readonly tab?: Exclude<ReceiverTab, 'overview'> | undefined
  /** Limits the sends to those of this replay job. */
  readonly job?: string | undefined
  /** Number of the open case of the check. */
  readonly case?: number | undefined
  /** Id of the open send. */
  readonly send?: number | undefined
}

export interface ReceiversPageProps {
  readonly search: ReceiversSearch
  readonly onSearch: (changes: ReceiversSearch, how?: { readonly replace?: boolean }) => void
}
