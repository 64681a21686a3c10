import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { callMutation, callQuery } from '../../host/calls.ts'
import { latestQuery, setLatest } from '../../host/latest.ts'
import { type DeliveryFilter, keys } from '../../host/query-keys.ts'
import { failures } from './copy.ts'

export const listenerStatus = (api: Client) =>
  latestQuery(keys.deliveries.status, (options) => api.call('listener.status', {}, options))

/** Uses the port from the settings, or else a free one. An unavailable port is a status, not an error. */
export const startListener = (api: Client, cache: QueryClient) =>
  callMutation(
    failures.start,
    () => api.call('listener.start', {}),
    (status) => setLatest(cache, keys.deliveries.status, status),
  )

export const stopListener = (api: Client, cache: QueryClient) =>
  callMutation(
    failures.stop,
    () => api.call('listener.stop'),
    (status) => setLatest(cache, keys.deliveries.status, status),
  )

type DeliveryPage = OutputOf<'deliveries.list'>

/**
 * Newest first, 50 a page. `app/events.ts` inserts new deliveries into the first page, which may grow to any length. `heldDownTo`:
 * the oldest row that is held still. The first page is read again as far as that, or held rows that were deleted would stay.
 */
export function deliveryList(
  api: Client,
  filter: DeliveryFilter = {},
  heldDownTo: () => number | null = () => null,
) {
  return infiniteQueryOptions({
    queryKey: keys.deliveries.list(filter),
    queryFn: ({ pageParam, signal, client, queryKey }) => {
      const read: ReadPage = (page) => api.call('deliveries.list', { ...filter, ...page }, { signal })
      if (pageParam !== null) return read({ before: pageParam, limit: pageSize })
      const known = client.getQueryData<InfiniteData<DeliveryPage, number | null>>(queryKey)
      const held = known === undefined ? null : heldDownTo()
      return readDownTo(held === null ? null : (known?.pageParams[1] ?? held), read)
    },
    initialPageParam: null as number | null,
    getNextPageParam: nextOf,
    staleTime: Number.POSITIVE_INFINITY,
    // It compares by position: one delivery more on top would make every other one a new object, whose row is drawn again.
    structuralSharing: false,
  })
}

const pageSize = 50
/** As many as one call takes. */
const mostOfCall = 200

type ReadPage = (page: { readonly before?: number; readonly limit: number }) => Promise<DeliveryPage>

const nextOf = ({ hasMore, reached, deliveries }: DeliveryPage) =>
  hasMore ? (reached ?? deliveries.at(-1)?.id ?? null) : null

/** The first page, and what follows it down to this id, as one. */
async function readDownTo(oldest: number | null, read: ReadPage): Promise<DeliveryPage> {
  let page = await read({ limit: pageSize })
  for (let next = nextOf(page); oldest !== null && next !== null && next > oldest; next = nextOf(page)) {
    const more = await read({ before: next, limit: mostOfCall })
    page = { ...more, deliveries: [...page.deliveries, ...more.deliveries] }
  }
  return page
}

/** How many there are in the open workspace. `count-refresh.ts` refreshes it when deliveries arrive. */
export const deliveryTotal = (api: Client) =>
  callQuery(keys.deliveries.total, (options) => api.call('deliveries.total', {}, options))

/** Those whose `webhook-id` begins with a text, the newest first. */
export function foundDeliveries(api: Client, webhookId: string) {
  return queryOptions({
    queryKey: keys.deliveries.found(webhookId),
    queryFn: ({ signal }) => api.call('deliveries.find', { webhookId }, { signal }),
    // Each letter that is typed is a search, and more may arrive.
    gcTime: 0,
  })
}

/** The user's own. */
export const deliveryViews = (api: Client) =>
  callQuery(keys.deliveries.views, (options) => api.call('deliveries.views', {}, options), {
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Whether one delivery matches a filter, without reading a list. */
export function deliveryMatches(api: Client, filter: DeliveryFilter, id: number) {
  return queryOptions({
    queryKey: keys.deliveries.matches(filter, id),
    queryFn: async ({ signal }) => {
      const { deliveries } = await api.call('deliveries.list', { ...filter, ids: [id], limit: 1 }, { signal })
      return deliveries.length > 0
    },
    gcTime: 60_000,
  })
}

/** Whole, with its body. Read again when another attempt arrives, and cached briefly, because bodies are large. */
export const delivery = (api: Client, id: number) =>
  callQuery(keys.deliveries.delivery(id), (options) => api.call('deliveries.get', { id }, options), {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

/** The most steps in a timeline, one bar each. */
const timelineSteps = 62
const minuteMs = 60_000

/**
 * Deliveries over time, up to now; `span` in milliseconds, `null`: since the oldest one stored. `count-refresh.ts` refreshes it
 * when deliveries arrive; the interval moves it along with the clock.
 */
export function timeline(api: Client, q: string, span: number | null) {
  return queryOptions({
    queryKey: keys.deliveries.timeline({ q, span }),
    queryFn: ({ signal }) => {
      const to = Date.now()
      return api.call(
        'deliveries.timeline',
        {
          ...(q === '' ? {} : { q }),
          from: span === null ? null : to - span,
          to,
          steps: timelineSteps,
        },
        { signal },
      )
    },
    refetchInterval: ({ state }) =>
      Math.min(10 * minuteMs, Math.max(minuteMs / 4, (state.data?.stepMs ?? 0) / 4)),
    gcTime: 60_000,
  })
}

/** By endpoint. `count-refresh.ts` refreshes it when deliveries arrive; the interval moves it along with the clock. */
export const lastDay = (api: Client) =>
  callQuery(keys.deliveries.lastDay, (options) => api.call('deliveries.last-day', {}, options), {
    refetchInterval: minuteMs,
  })

/** Other bodies of the same event. One that arrives later is shown the next time. */
export const otherBodies = (api: Client, id: number) =>
  callQuery(
    keys.deliveries.otherBodies(id),
    (options) => api.call('deliveries.other-bodies', { id }, options),
    { gcTime: 60_000 },
  )

/** Diagnosed again each time it is shown, because the stored secrets may have changed. Contains no secret. */
export const diagnosis = (api: Client, id: number) =>
  callQuery(keys.deliveries.diagnosis(id), (options) => api.call('deliveries.diagnose', { id }, options), {
    gcTime: 60_000,
  })

/** How many events were received for each of these notes. New deliveries invalidate it. */
export function noteEvents(api: Client, noteIds: readonly string[]) {
  return queryOptions({
    queryKey: keys.deliveries.noteEvents(noteIds),
    queryFn: ({ signal }) => api.call('deliveries.note-events', { noteIds: [...noteIds] }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // Scrolling a list asks for many of these, and each is cheap to read again.
    gcTime: 30_000,
  })
}
