import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import { readLatest, setLatest } from '../../host/latest.ts'
import { type DeliveryFilter, keys } from '../../host/query-keys.ts'

export function listenerStatus(api: Client) {
  return queryOptions({
    queryKey: keys.deliveries.status,
    queryFn: readLatest(keys.deliveries.status, (options) => api.call('listener.status', {}, options)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Takes the port of the settings, else a free one. A port that cannot be had is a status, and no error. */
export function startInspector(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'The inspector was not started.' },
    mutationFn: () => api.call('listener.start', {}),
    onSuccess: (status) => {
      setLatest(cache, keys.deliveries.status, status)
    },
  })
}

export function stopInspector(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'The inspector was not stopped.' },
    mutationFn: () => api.call('listener.stop'),
    onSuccess: (status) => {
      setLatest(cache, keys.deliveries.status, status)
    },
  })
}

/** Newest first, 50 a page. Arrivals are put in by `live.ts`. */
export function deliveryList(api: Client, filter: DeliveryFilter = {}) {
  return infiniteQueryOptions({
    queryKey: keys.deliveries.list(filter),
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'deliveries.list',
        {
          ...filter,
          limit: 50,
          ...(pageParam === null ? {} : { before: pageParam }),
        },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.hasMore ? (last.reached ?? last.deliveries.at(-1)?.id ?? null) : null),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Whether a filter leaves this delivery, which the host tells without reading a list for it. */
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

/** Whole, with its body. Read again by `live.ts` when another attempt arrives, and not kept for long: bodies are large. */
export function delivery(api: Client, id: number) {
  return queryOptions({
    queryKey: keys.deliveries.delivery(id),
    queryFn: ({ signal }) => api.call('deliveries.get', { id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}

/** Steps of a timeline, at most: a bar each. */
const timelineSteps = 62
const minuteMs = 60_000

/**
 * How many deliveries came when, up to now; `span` in milliseconds, `null`: since the first that is kept. `tallies.ts` has it
 * counted again when one arrives, and time goes on by itself.
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

/** Other bodies of the same event; one that comes later is seen the next time. */
export function otherBodies(api: Client, id: number) {
  return queryOptions({
    queryKey: keys.deliveries.otherBodies(id),
    queryFn: ({ signal }) => api.call('deliveries.other-bodies', { id }, { signal }),
    gcTime: 60_000,
  })
}

/** Tried anew whenever it is looked at: the secrets that are here may have changed. Holds none of them. */
export function explanation(api: Client, id: number) {
  return queryOptions({
    queryKey: keys.deliveries.diagnosis(id),
    queryFn: ({ signal }) => api.call('deliveries.diagnose', { id }, { signal }),
    gcTime: 60_000,
  })
}

/** How many events came for each of some notes. Arrivals ask for them again. */
export function noteEvents(api: Client, noteIds: readonly string[]) {
  return queryOptions({
    queryKey: keys.deliveries.noteEvents(noteIds),
    queryFn: ({ signal }) => api.call('deliveries.note-events', { noteIds: [...noteIds] }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // A list that is scrolled through asks for many; each is cheap to have again.
    gcTime: 30_000,
  })
}
