import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

export function newSigningSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

/** Returns the three headers for a delivery with exactly these bytes (specification, section 5.6). */
export function signedHeaders(
  secret: string,
  eventId: string,
  sentAt: Date,
  body: Buffer,
): Record<string, string> {
  const seconds = String(Math.floor(sentAt.getTime() / 1000))
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${eventId}.${seconds}.`).update(body).digest('base64')
  return { 'webhook-id': eventId, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` }
}
