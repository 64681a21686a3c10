import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import { sampleSecret } from '#shared/receivers/compose.ts'
import { signingKey } from '../listener/signing-key.ts'
import { sign } from '../listener/verify.ts'
import { type SentRequest, signedAgain, textOf } from './sent-request.ts'

/**
 * A delivery for the test of a receiver, signed by the sample secret in it: at the time at which it was sent it must be accepted.
 * One whose signature does not hold keeps it, and one that came at the wrong time its time of arrival: those must be refused.
 */
export function testFixture(
  { headers, body }: SentRequest,
  { id, timestamp }: { readonly id: string; readonly timestamp: string },
  { trace, firstReceivedAt }: Pick<DeliveryDetail, 'trace' | 'firstReceivedAt'>,
): string {
  const isForged = trace.signature === 'mismatch' || trace.signature === 'no-supported-version'
  const isUntimely = trace.age !== null && trace.age.judgement !== 'fresh'
  const signature = `v1,${sign(signingKey(sampleSecret), `${id}.${timestamp}.`, body)}`
  const text = textOf(body)
  const fixture = {
    about:
      isForged || isUntimely
        ? `A webhook delivery that a receiver must reject: ${isForged ? 'the signature is invalid' : 'the timestamp is outside the tolerance'}. ` +
          'Use the secret in this file, now as the current time and the bytes of body_base64.'
        : 'A webhook delivery that a receiver must accept. It is signed with the sample secret in this file, not the endpoint’s. ' +
          'Use now as the current time and the bytes of body_base64.',
    expected: isForged || isUntimely ? 'refused' : 'accepted',
    secret: sampleSecret,
    now: isUntimely ? Math.floor(Date.parse(firstReceivedAt) / 1000) : Number(timestamp),
    method: 'POST',
    headers: isForged ? headers : signedAgain(headers, { timestamp, signature }),
    body_base64: Buffer.from(body).toString('base64'),
    ...(text === null ? {} : { body: text }),
  }
  return `${JSON.stringify(fixture, null, 2)}\n`
}
