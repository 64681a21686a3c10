import { wellFormed } from '#core/deliveries/listener/webhook-headers.ts'
import type { IncomingDelivery, StoreOutcome } from '#core/deliveries/store/delivery-rows.ts'
import type { DeliveryStore } from '#core/deliveries/store/delivery-store.ts'
import { notePayload } from './signed-delivery.ts'

/** Returns a verified delivery as the listener passes it to the store. */
export function anIncomingDelivery(
  webhookId: string,
  atMs: number,
  changes: Partial<IncomingDelivery> = {},
): IncomingDelivery {
  const body = changes.body ?? Buffer.from(notePayload(webhookId))
  return {
    pathId: 'path-a',
    endpointId: 'whe_a',
    workspaceId: 'mine',
    endpointUrl: null,
    receivedAt: new Date(atMs).toISOString(),
    webhookId,
    webhookTimestamp: '1795251600',
    rawHeaders: ['Host', 'a'],
    body,
    verdict: 'verified',
    trace: {
      headers: wellFormed,
      signature: 'valid',
      entries: [],
      signedPrefix: null,
      bodyBytes: body.length,
      age: null,
    },
    flags: [],
    status: 200,
    answer: 'stored',
    completeMs: 0,
    delayMs: 0,
    ...changes,
  }
}

/** Stores a delivery. Resolves when the listener would acknowledge it. */
export const storeIn = (store: Pick<DeliveryStore, 'storeVerified'>, one: IncomingDelivery) =>
  new Promise<StoreOutcome | 'storage'>((resolve) => store.storeVerified(one, resolve))
