import { createHmac } from 'node:crypto'

/** Header with the protocol's version. The version changes only when older clients can't be supported anymore. */
export const wireHeader = 'x-notehook'
export const wireVersion = '1'

/** Returns the proof that a server has the key, without revealing it. */
export const proofOf = (key: string, nonce: string): string =>
  createHmac('sha256', key).update(nonce).digest('base64url')

/**
 * Returns whether the value contains a nonce of 256 bits. A shorter nonce might repeat, and an earlier proof could then be used
 * again.
 */
export function isNonce(value: unknown): value is { readonly nonce: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'nonce' in value &&
    typeof value.nonce === 'string' &&
    /^[A-Za-z0-9_-]{43}$/.test(value.nonce)
  )
}
