import type { QueryClient } from '@tanstack/react-query'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { Send } from '#shared/receivers/model.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { HostEvent } from '#shared/rpc/events.ts'
import { invalidate, setLatest } from '../host/latest.ts'
import { workspaceIn } from '../host/session-cache.ts'
import { createCountRefresh, createSentRefresh } from '../nouns/deliveries/live/count-refresh.ts'
import { insertDeliveries, upsertDeliveries } from '../nouns/deliveries/live/live-deliveries.ts'
import { createMembershipLookup } from '../nouns/deliveries/live/membership.ts'
import { insertSends, updateResults } from '../nouns/receivers/live-receivers.ts'
import { type EventEffect, type EventTarget, eventEffects } from './event-effects.ts'

export interface EventContext {
  readonly cache: QueryClient
  readonly onFrame: (run: () => void) => void
}

/** Applies every event to the query cache, according to `eventEffects`. Returns a function that unsubscribes. */
export function applyEvents(api: Client, { cache, onFrame }: EventContext): () => void {
  const lookUpMembership = createMembershipLookup(api, cache, (list, deliveries) =>
    insertDeliveries(cache, list, deliveries),
  )

  const recount = createCountRefresh(cache)
  const sent = createSentRefresh(cache)

  // The listener serves every workspace, so an event may belong to a workspace that is not open.
  const isShown = (data: object) => {
    const open = workspaceIn(cache)
    const of = 'workspaceId' in data ? data.workspaceId : undefined
    return open === null || of === undefined || of === open
  }

  const target: EventTarget = {
    cache,
    receive: createBatches<DeliverySummary>(onFrame, (deliveries) => {
      const batch = deliveries.filter(isShown)
      upsertDeliveries(cache, batch, lookUpMembership)
      recount(batch)
    }),
    receiveSend: createBatches<Send>(onFrame, (sends) => {
      const batch = sends.filter(isShown)
      insertSends(cache, batch)
      updateResults(cache, batch)
      if (batch.length > 0) sent()
    }),
  }

  return api.subscribe(({ name, data, revision }: HostEvent) => {
    if (!Object.hasOwn(eventEffects, name) || !isShown(data)) return
    const effect: EventEffect<never> = eventEffects[name]
    if ('apply' in effect) effect.apply(target, data as never, revision)
    else if ('key' in effect) setLatest(cache, effect.key, data, revision)
    else for (const queryKey of effect.keys) invalidate(cache, { queryKey }, revision)
  })
}

/** Maximum number of new items per frame that a user can still read one by one. */
const readable = 4
const betweenMs = 100

/**
 * Collects items and delivers them before the next frame, keeping only the latest item for each id. If a frame has more than
 * `readable` items, they are delivered ten times a second instead, so that rendering leaves time for user input.
 */
export function createBatches<Item extends { readonly id: number }>(
  onFrame: (run: () => void) => void,
  handOver: (items: readonly Item[]) => void,
): (item: Item) => void {
  const items = new Map<number, Item>()
  let nextMs = Number.NEGATIVE_INFINITY
  const flush = () => {
    const batch = [...items.values()]
    items.clear()
    if (batch.length > readable) nextMs = performance.now() + betweenMs
    handOver(batch)
  }
  return (item) => {
    const isFirst = items.size === 0
    items.set(item.id, item)
    if (!isFirst) return
    const waitMs = nextMs - performance.now()
    if (waitMs > 0) setTimeout(() => onFrame(flush), waitMs)
    else onFrame(flush)
  }
}
