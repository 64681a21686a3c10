import { wellFormed } from '#core/deliveries/listener/webhook-headers.ts'
import type { IncomingDelivery } from '#core/deliveries/store/delivery-rows.ts'
import { sandboxWorkspaceId } from '#core/workspaces/sandbox-workspace.ts'
import { eventTypes } from '#shared/deliveries/events/event-types.ts'

export const arrivedAt = (at: number): number => Date.UTC(2026, 7, 1) + at * 3_000

export const noteOf = (at: number): string => `not_${(at % 100_000).toString(36).padStart(14, '0')}`

/** Returns the n-th delivery of a long history: one every three seconds, to eight endpoints, about a hundred thousand notes. */
export function incomingOf(at: number): IncomingDelivery {
  // Ids are random, as the service's are. Ordered ids would make the index look faster than it is.
  const webhookId = `evt_${scattered(at)}`
  const receivedAt = new Date(arrivedAt(at)).toISOString()
  const body = Buffer.from(
    JSON.stringify({
      event_id: webhookId,
      event_type: eventTypes[at % eventTypes.length],
      note_id: noteOf(at),
      occurred_at: receivedAt,
      occurrence: `${at}`.padStart(120, '0'),
    }),
  )
  const webhookTimestamp = String(Math.floor(Date.parse(receivedAt) / 1000))
  const signature = 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='
  return {
    pathId: `path-${at % 8}`,
    endpointId: `whe_${`${at % 8}`.padStart(14, '0')}`,
    workspaceId: sandboxWorkspaceId,
    endpointUrl: `https://hooks.example.com/hooks/path-${at % 8}`,
    receivedAt,
    webhookId,
    webhookTimestamp,
    rawHeaders: [
      ...['Host', '127.0.0.1', 'Content-Type', 'application/json', 'webhook-id', webhookId],
      ...['webhook-timestamp', webhookTimestamp, 'webhook-signature', signature],
      ...['Content-Length', String(body.length)],
    ],
    body,
    verdict: 'verified',
    trace: {
      headers: wellFormed,
      signature: 'valid',
      entries: [{ version: 'v1', text: signature.slice(3), matches: true }],
      signedPrefix: `${webhookId}.${webhookTimestamp}.`,
      bodyBytes: body.length,
      age: { seconds: 1, toleranceSeconds: 300, judgement: 'fresh' },
    },
    flags: [],
    status: 200,
    answer: 'stored',
    completeMs: 0,
    delayMs: 0,
  }
}

/** Scrambles a number reproducibly, without giving two numbers below 2^32 the same result. */
function scattered(at: number): string {
  return Math.imul(at + 1, 0x9e3779b1)
    .toString(16)
    .replace('-', 'f')
    .padStart(14, '0')
}
