import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf, OutputOf } from '#shared/rpc/contract.ts'
import { keys } from '../../../host/query-keys.ts'
import { failures } from './copy.ts'

/** `count-refresh.ts` refreshes it when deliveries arrive that the view may include. */
export function viewCount(api: Client, q: string) {
  return queryOptions({
    queryKey: keys.deliveries.viewCount({ q }),
    queryFn: ({ signal }) => api.call('deliveries.count-view', { q }, { signal }),
    gcTime: 60_000,
  })
}

export function saveView(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.save },
    mutationFn: (view: InputOf<'deliveries.save-view'>) => api.call('deliveries.save-view', view),
    onSuccess: (views) => setViews(cache, views),
  })
}

export function removeView(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.remove },
    mutationFn: (id: number) => api.call('deliveries.remove-view', { id }),
    onSuccess: (views) => setViews(cache, views),
  })
}

function setViews(cache: QueryClient, views: OutputOf<'deliveries.views'>) {
  cache.setQueryData(keys.deliveries.views, views)
}
