import type { Reply } from '../thread.ts'

export type ToReader =
  | ReadMessage
  | { readonly kind: 'drop'; readonly id: number }
  /** Closes the connection and ends the thread, even during a read. */
  | { readonly kind: 'end' }

export interface ReadMessage {
  readonly kind: 'read'
  readonly id: number
  readonly feature: string
  readonly name: string
  readonly input: unknown
}

export type FromReader = { readonly kind: 'ready' } | Reply
