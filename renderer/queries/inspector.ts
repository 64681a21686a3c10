import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Client } from '../../shared/contract/client.ts'
import { keys } from './keys.ts'

export function inspectorStatus(api: Client) {
  return queryOptions({
    queryKey: keys.inspector.status,
    queryFn: () => api.call('inspector.status'),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Newest first, 50 a page. Arrivals are put in by `live.ts`. */
export function deliveryList(api: Client, filter: { readonly endpointId?: string } = {}) {
  return infiniteQueryOptions({
    queryKey: keys.inspector.list(filter),
    queryFn: ({ pageParam }) =>
      api.call('inspector.deliveries', {
        ...filter,
        limit: 50,
        ...(pageParam === null ? {} : { before: pageParam }),
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.hasMore ? (last.deliveries.at(-1)?.id ?? null) : null),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
