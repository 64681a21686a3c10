import type { Reply } from '../thread.ts'

/** Everything that the core says to the reader thread. */
export type ToReader =
  | ReadMessage
  /** The reply does not matter any more. */
  | { readonly kind: 'drop'; readonly id: number }
  /** Closes the connection and ends, also if a read is under way. */
  | { readonly kind: 'end' }

export interface ReadMessage {
  readonly kind: 'read'
  readonly id: number
  /** The feature whose read it is. */
  readonly of: string
  readonly name: string
  readonly input: unknown
}

/** Everything that the reader thread says to the core. */
export type FromReader =
  /** The store is open. */
  { readonly kind: 'ready' } | Reply
