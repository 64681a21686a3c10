import { createSecretKey, type KeyObject } from 'node:crypto'
import { parseSigningSecret } from '#shared/endpoints/signing-secret.ts'

/** Creates a signing key as a `KeyObject`, which does not print its content, so that it cannot be logged by accident. */
export function signingKey(text: string): KeyObject {
  return createSecretKey(parseSigningSecret(text).key)
}
