import type { ReceiverSettings } from '#shared/receivers/model.ts'

/** A receiver in the database. Its signing secret, and the values of headers that grant access, are in the keychain. */
export interface StoredReceiver extends ReceiverSettings {
  readonly id: string
  readonly workspaceId: string
  /** ISO time. */
  readonly createdAt: string
  readonly live: boolean
  /** The host that the user approved, and what it was then; `null`: none. */
  readonly approved: { readonly host: string; readonly kind: 'private' | 'public' } | null
  /** ISO time at which the user last sent or replayed something to it. */
  readonly lastUsedAt: string | null
}
