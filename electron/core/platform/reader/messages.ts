import type { WireFailure } from '../wire-failures.ts'

/** What the reader thread gets to begin with. */
export interface ReaderData {
  /** Of the store, which the core has open. */
  readonly path: string
}

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
  | { readonly kind: 'ready' }
  | { readonly kind: 'reply'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly failure: WireFailure }
