import { createSecretKey, type KeyObject } from 'node:crypto'
import { parseSigningSecret } from '#shared/endpoints/signing-secret.ts'

/** Returns the signing key as a `KeyObject`, whose content is never printed, so that it can't be logged by accident. */
export function signingKey(text: string): KeyObject {
  return createSecretKey(parseSigningSecret(text).key)
}
