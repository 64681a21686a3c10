import { createHmac } from 'node:crypto'

/** Header with the protocol's version. The version changes only when older clients can't be supported anymore. */
export const wireHeader = 'x-notehook'
export const wireVersion = '1'

/** Returns the proof that a server has the key, without revealing it. */
export const proofOf = (key: string, nonce: string): string =>
  createHmac('sha256', key).update(nonce).digest('base64url')
