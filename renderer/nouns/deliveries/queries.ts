import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { Verdict } from '#shared/deliveries/model.ts'
import type { Timeline } from '#shared/deliveries/timeline.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { callMutation, callQuery } from '../../host/calls.ts'
import { latestQuery, setLatest } from '../../host/latest.ts'
import { type DeliveryFilter, keys } from '../../host/query-keys.ts'
import { failures } from './copy.ts'

export const listenerStatus = (api: Client) =>
  latestQuery(keys.deliveries.status, (options) => api.call('listener.status', {}, options))

/**
 * Starts the listener on the port from the settings, or on a free port. An unavailable port is reported as a status, not as an
 * error.
 */
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
 * Lists deliveries, newest first, with 50 per page. `live-deliveries.ts` inserts new deliveries into the first page, which can
 * grow to any length. `heldDownTo` returns the oldest cached row. A refresh reads everything down to that row, so that deleted
 * deliveries disappear.
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
    // Off, because structural sharing compares by position. A new row at the top would replace every other object and render its
    // row again.
    structuralSharing: false,
  })
}

const pageSize = 50
const mostOfCall = 200

type ReadPage = (page: { readonly before?: number; readonly limit: number }) => Promise<DeliveryPage>

const nextOf = ({ hasMore, reached, deliveries }: DeliveryPage) =>
  hasMore ? (reached ?? deliveries.at(-1)?.id ?? null) : null

/** Reads the first page and all pages down to this id as one page. */
async function readDownTo(oldest: number | null, read: ReadPage): Promise<DeliveryPage> {
  let page = await read({ limit: pageSize })
  for (let next = nextOf(page); oldest !== null && next !== null && next > oldest; next = nextOf(page)) {
    const more = await read({ before: next, limit: mostOfCall })
    page = { ...more, deliveries: [...page.deliveries, ...more.deliveries] }
  }
  return page
}

/** The number of deliveries in the open workspace. `count-refresh.ts` refreshes it when deliveries arrive. */
export const deliveryTotal = (api: Client) =>
  callQuery(keys.deliveries.total, (options) => api.call('deliveries.total', {}, options))

/** Finds deliveries whose `webhook-id` starts with the given text, newest first. */
export function foundDeliveries(api: Client, webhookId: string) {
  return queryOptions({
    queryKey: keys.deliveries.found(webhookId),
    queryFn: ({ signal }) => api.call('deliveries.find', { webhookId }, { signal }),
    // Not cached, because every typed letter is a new search and more deliveries may arrive.
    gcTime: 0,
  })
}

export const deliveryViews = (api: Client) =>
  callQuery(keys.deliveries.views, (options) => api.call('deliveries.views', {}, options), {
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Number of deliveries that match a filter. `count-refresh.ts` refreshes it when deliveries arrive that may match. */
export const viewCount = (api: Client, q: string) =>
  callQuery(
    keys.deliveries.viewCount({ q }),
    (options) => api.call('deliveries.count-view', { q }, options),
    { gcTime: 60_000 },
  )

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

/** A delivery with its body. Refreshed when another attempt arrives, and cached only briefly because bodies are large. */
export const delivery = (api: Client, id: number) =>
  callQuery(keys.deliveries.delivery(id), (options) => api.call('deliveries.get', { id }, options), {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

const timelineSteps = 62
const minuteMs = 60_000

/**
 * Counts deliveries over time, up to now. `span` is in milliseconds, or `null` to start with the oldest stored delivery.
 * `count-refresh.ts` refreshes the query when deliveries arrive, and the interval keeps it in step with the clock.
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

export const totalOf = ({ counts }: Timeline): number =>
  counts.reduce((sum, [, ...ofStep]) => sum + ofStep.reduce((one, other) => one + other, 0), 0)

/**
 * The last day's counts by endpoint. `count-refresh.ts` refreshes the query when deliveries arrive, and the interval keeps it in
 * step with the clock.
 */
export const lastDay = (api: Client) =>
  callQuery(keys.deliveries.lastDay, (options) => api.call('deliveries.last-day', {}, options), {
    refetchInterval: minuteMs,
  })

export const otherBodies = (api: Client, id: number) =>
  callQuery(
    keys.deliveries.otherBodies(id),
    (options) => api.call('deliveries.other-bodies', { id }, options),
    { gcTime: 60_000 },
  )

/** Verdicts that need a diagnosis. All others already state the reason. */
export const diagnosedVerdicts: ReadonlySet<Verdict> = new Set([
  'signature-mismatch',
  'unsigned',
  'stale',
  'future',
])

export const diagnosis = (api: Client, id: number) =>
  callQuery(keys.deliveries.diagnosis(id), (options) => api.call('deliveries.diagnose', { id }, options), {
    gcTime: 60_000,
  })

/** The number of events received for each of these notes. New deliveries invalidate the query. */
export function noteEvents(api: Client, noteIds: readonly string[]) {
  return queryOptions({
    queryKey: keys.deliveries.noteEvents(noteIds),
    queryFn: ({ signal }) => api.call('deliveries.note-events', { noteIds: [...noteIds] }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
