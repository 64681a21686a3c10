import { createHmac, createSecretKey } from 'node:crypto'
import { UsageError } from './command-line.ts'
import type { SignBytes } from './suite/sample-deliveries.ts'

/** From the environment only, so that it is in no command, history or list of processes. Throws `UsageError`. */
export function readSecret(env: NodeJS.ProcessEnv, name: string): string {
  const secret = env[name]?.trim() ?? ''
  if (secret === '') throw new UsageError(`The environment variable ${name} is not set.`)
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []
  if (base64 === '' || base64.length % 4 !== 0) {
    throw new UsageError(`The value of ${name} is no signing secret. It begins with whsec_ and is base64.`)
  }
  return secret
}

/** Specification, section 5.6. */
export function signerOf(secret: string): SignBytes {
  const key = createSecretKey(Buffer.from(secret.slice('whsec_'.length), 'base64'))
  return (content) => createHmac('sha256', key).update(content).digest('base64')
}
