import { freshId } from '../fresh-id.ts'
import { signedHeaders } from './signing.ts'

/**
 * What is wrong with a delivery that the sandbox makes to be refused, so that verification can be seen at work. `slow-retry`: it is
 * signed ten minutes before it arrives, and again in time if that is answered with a status that asks for a retry.
 */
export const producedFailures = ['wrong-secret', 'tampered-body', 'slow-retry'] as const
export type ProducedFailure = (typeof producedFailures)[number]

export interface Secrets {
  readonly signingSecret: string
  readonly otherSecret: string | undefined
}

/** The header that labels one. */
const label = 'sandbox-produced'
/** How long before it arrives a `slow-retry` is signed. */
export const lateMs = 600_000
/** Of no endpoint. */
const unknownSecret = `whsec_${Buffer.from('the secret of no endpoint at all').toString('base64')}`

/** The headers and body of one, for an event with an id of its own. `otherSecret`: of another endpoint, if there is one. */
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

/** Names another note, as if it were changed on its way. */
const tampered = (body: Buffer) =>
  Buffer.from(body.toString().replace(/"note_id":"[^"]*"/, `"note_id":"${freshId('not_')}"`))
