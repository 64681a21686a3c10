// Verifies a webhook delivery (Standard Webhooks). Node 18 or newer, no package needed.
//
// Set NOTEHOOK_SIGNING_SECRET to the endpoint's signing secret (whsec_…). Pass the headers webhook-id,
// webhook-timestamp and webhook-signature as they came, and the body as the bytes that came: in Express that is
// request.body behind express.raw({ type: '*/*' }). Verify first, parse the JSON after.
import { createHmac, timingSafeEqual } from 'node:crypto'

const toleranceSeconds = 5 * 60

export function verify(id, timestamp, signatures, rawBody) {
  const secret = process.env.NOTEHOOK_SIGNING_SECRET ?? ''
  if (!secret.startsWith('whsec_')) throw new Error('NOTEHOOK_SIGNING_SECRET is not set.')
  if (!id || !/^\d{1,12}$/.test(timestamp ?? '') || !signatures) return false
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) return false

  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest('base64')
  const expected = Buffer.from(`v1,${mac}`)
  return signatures.split(' ').some((entry) => {
    const given = Buffer.from(entry)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
