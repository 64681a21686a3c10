// Verifies a webhook delivery (Standard Webhooks). Needs Node 18 or newer, and no packages.
//
// Set NOTEHOOK_SIGNING_SECRET to the endpoint's signing secret (whsec_…). Pass the headers webhook-id,
// webhook-timestamp and webhook-signature unchanged, and the body as the bytes that were received. In
// Express, they are in request.body behind express.raw({ type: '*/*' }). Verify the delivery before you parse
// the JSON.
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
