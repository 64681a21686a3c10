import type { Reply } from '../thread.ts'

/** Messages from the core to the reader thread. */
export type ToReader =
  | ReadMessage
  /** Cancels a read. */
  | { readonly kind: 'drop'; readonly id: number }
  /** Closes the connection and ends the thread, even during a read. */
  | { readonly kind: 'end' }

export interface ReadMessage {
  readonly kind: 'read'
  readonly id: number
  /** Name of the feature. */
  readonly of: string
  readonly name: string
  readonly input: unknown
}

/** Messages from the reader thread to the core. */
export type FromReader =
  /** Sent when the store is open. */
  { readonly kind: 'ready' } | Reply
