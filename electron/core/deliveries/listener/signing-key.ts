import { createSecretKey, type KeyObject } from 'node:crypto'
import { parseSigningSecret } from '#shared/endpoints/signing-secret.ts'

/** A key that can sign, made once: it prints nothing of itself and cannot be logged by accident. */
export function signingKey(text: string): KeyObject {
  return createSecretKey(parseSigningSecret(text).key)
}
