import { createHmac, createSecretKey } from 'node:crypto'
import { parseSigningSecret } from '#shared/endpoints/signing-secret.ts'
import { asAppError } from '#shared/errors.ts'
import { UsageError } from './command-line.ts'
import type { SignBytes } from './suite/sample-deliveries.ts'

/** From the environment only, so that it is in no command, history or list of processes. Throws `UsageError`. */
export function readSecret(env: NodeJS.ProcessEnv, name: string): string {
  const secret = readVariable(env, name)
  try {
    parseSigningSecret(secret)
  } catch (error) {
    throw new UsageError(`The value of ${name} is not a signing secret. ${asAppError(error).message}`)
  }
  return secret
}

/** The trimmed value of an environment variable, which must not be empty. Throws `UsageError`. */
export function readVariable(env: NodeJS.ProcessEnv, name: string): string {
  // Only a variable: `env.__proto__` is an object.
  const value = Object.hasOwn(env, name) ? env[name]?.trim() : undefined
  if (!value) throw new UsageError(`The environment variable ${name} is not set.`)
  return value
}

/** Specification, section 5.6. */
export function signerOf(secret: string): SignBytes {
  const key = createSecretKey(parseSigningSecret(secret).key)
  return (content) => createHmac('sha256', key).update(content).digest('base64')
}
