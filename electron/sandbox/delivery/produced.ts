import { freshId } from '../fresh-id.ts'
import { signedHeaders } from './signing.ts'

/**
 * Faults of deliveries that a receiver must reject, to demonstrate its verification. `slow-retry` is signed ten minutes before it
 * is sent. If the response asks for a retry, the retry has a valid signature.
 */
export const producedFailures = ['wrong-secret', 'tampered-body', 'slow-retry'] as const
export type ProducedFailure = (typeof producedFailures)[number]

export interface Secrets {
  readonly signingSecret: string
  readonly otherSecret: string | undefined
}

const label = 'sandbox-produced'
export const lateMs = 600_000
/** A secret that no endpoint has. Used if there is no other endpoint. */
const unknownSecret = `whsec_${Buffer.from('the secret of no endpoint at all').toString('base64')}`

export function producedRequest(
  kind: ProducedFailure,
  { signingSecret, otherSecret = unknownSecret }: Secrets,
  eventId: string,
  sentAt: Date,
  body: Buffer,
): { readonly headers: Record<string, string>; readonly body: Buffer } {
  const secret = kind === 'wrong-secret' ? otherSecret : signingSecret
  const signedAt = kind === 'slow-retry' ? new Date(sentAt.getTime() - lateMs) : sentAt
  return {
    headers: { ...signedHeaders(secret, eventId, signedAt, body), [label]: kind },
    body: kind === 'tampered-body' ? tampered(body) : body,
  }
}

/** Replaces the note id, as if the body had been modified in transit. */
const tampered = (body: Buffer) =>
  Buffer.from(body.toString().replace(/"note_id":"[^"]*"/, `"note_id":"${freshId('not_')}"`))
