import { createHmac } from 'node:crypto'

/** A delivery signed as in the specification (sections 4 and 5.6), independently of the code that verifies it. */
export interface SignedDelivery {
  readonly id: string
  readonly timestamp: string
  readonly signature: string
  readonly body: Buffer
}

export const sampleSecret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
export const otherSecret = `whsec_${Buffer.from('fedcba9876543210fedcba9876543210').toString('base64')}`

export function signDelivery(
  parts: {
    id?: string
    timestamp?: string | number
    body?: string | Uint8Array
    secret?: string | undefined
  } = {},
): SignedDelivery {
  const id = parts.id ?? `evt_${(++serial).toString().padStart(14, '0')}`
  const timestamp = String(parts.timestamp ?? Math.floor(Date.now() / 1000))
  const body = Buffer.from(parts.body ?? notePayload(id))
  const key = Buffer.from((parts.secret ?? sampleSecret).slice('whsec_'.length), 'base64')
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return { id, timestamp, signature: `v1,${mac}`, body }
}

let serial = 0

export function notePayload(id: string, changes: Record<string, unknown> = {}): string {
  return JSON.stringify({
    event_id: id,
    event_type: 'note.generated',
    note_id: 'not_1d3tmYTlCICgjy',
    occurred_at: '2026-11-21T09:00:00Z',
    ...changes,
  })
}

/** Returns the request as bytes. `headers` are lines added after the usual ones. */
export function rawRequest(
  path: string,
  delivery: SignedDelivery,
  { headers = [], method = 'POST' }: { headers?: readonly string[]; method?: string } = {},
): Buffer {
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `webhook-id: ${delivery.id}`,
    `webhook-timestamp: ${delivery.timestamp}`,
    `webhook-signature: ${delivery.signature}`,
    `Content-Length: ${delivery.body.length}`,
    ...headers,
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), delivery.body])
}
