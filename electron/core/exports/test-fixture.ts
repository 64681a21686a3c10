import { signingKey } from '../inspector/signing-secret.ts'
import { sign } from '../inspector/verify.ts'
import { type SentRequest, signedAnew, textOf } from './sent-request.ts'

/** Opens nothing: everybody who has Notehook has it. */
const sampleSecret = `whsec_${Buffer.from('a sample secret for tests, no more').toString('base64')}`

/** A delivery for the test of a receiver: signed by the sample secret in it, at the time at which it was sent. */
export function testFixture(
  { headers, body }: SentRequest,
  { id, timestamp }: { readonly id: string; readonly timestamp: string },
): string {
  const signature = `v1,${sign(signingKey(sampleSecret), `${id}.${timestamp}.`, body)}`
  const text = textOf(body)
  const fixture = {
    about:
      'A webhook delivery. It is signed with the sample secret in this file, not with the secret of the endpoint. A ' +
      'receiver that takes now as the time must accept these headers with exactly the bytes of body_base64.',
    secret: sampleSecret,
    now: Number(timestamp),
    method: 'POST',
    headers: signedAnew(headers, { timestamp, signature }),
    body_base64: Buffer.from(body).toString('base64'),
    ...(text === null ? {} : { body: text }),
  }
  return `${JSON.stringify(fixture, null, 2)}\n`
}
