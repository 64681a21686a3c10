import { createHmac, createSecretKey } from 'node:crypto'
import { parseSigningSecret } from '#shared/endpoints/signing-secret.ts'
import { asAppError } from '#shared/errors.ts'
import { UsageError } from './command-line.ts'
import type { SignBytes } from './suite/sample-deliveries.ts'

/**
 * Reads the secret. It can be passed only in the environment, to keep it out of shell history and process lists. Throws
 * `UsageError`.
 */
export function readSecret(env: NodeJS.ProcessEnv, name: string): string {
  const secret = readVariable(env, name)
  try {
    parseSigningSecret(secret)
  } catch (error) {
    throw new UsageError(`The value of ${name} is not a signing secret. ${asAppError(error).message}`)
  }
  return secret
}

/** Returns the trimmed value of an environment variable. Throws `UsageError` if the variable is empty or not set. */
export function readVariable(env: NodeJS.ProcessEnv, name: string): string {
  // Ignores inherited properties such as `env.__proto__`, which are not variables.
  const value = Object.hasOwn(env, name) ? env[name]?.trim() : undefined
  if (!value) throw new UsageError(`The environment variable ${name} is not set.`)
  return value
}

/** Creates a signer that uses HMAC-SHA256 (specification, section 5.6). */
export function signerOf(secret: string): SignBytes {
  const key = createSecretKey(parseSigningSecret(secret).key)
  return (content) => createHmac('sha256', key).update(content).digest('base64')
}
