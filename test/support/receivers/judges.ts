import { Webhook } from 'standardwebhooks'
import { signingKey, verify } from '#core/deliveries/listener/verify.ts'
import { readWebhookHeaders } from '#core/deliveries/listener/webhook-headers.ts'
import { headersOf } from './raw-receiver.ts'

type Headers = readonly (readonly [name: string, value: string])[]

interface Signed {
  readonly headers: Headers
  readonly body: Uint8Array
}

export function weAccept({ headers, body }: Signed, secret: string, now = new Date()): boolean {
  const read = readWebhookHeaders(headers.flat())
  if (!read.ok) return false
  const secrets = { kind: 'ready', keys: [signingKey(secret)] } as const
  return verify(read.headers, body, secrets, now, 300).verdict === 'verified'
}

/**
 * Returns whether the official library accepts a request by this process's clock. The library reads the body as text and as JSON.
 */
export function theLibraryAccepts({ headers, body }: Signed, secret: string): boolean {
  try {
    new Webhook(secret).verify(Buffer.from(body).toString(), headersOf({ headers }))
    return true
  } catch {
    return false
  }
}
