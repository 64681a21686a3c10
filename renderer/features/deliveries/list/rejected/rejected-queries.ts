import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import { keys } from '../../../../host/query-keys.ts'
import { failures } from '../../copy.ts'

/** Requests that were rejected and not stored, counted by endpoint and reason. An event invalidates it. */
export function rejectedRequests(api: Client) {
  return queryOptions({
    queryKey: keys.deliveries.rejected,
    queryFn: ({ signal }) => api.call('listener.rejected', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function clearRejectedRequests(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.clearRejected },
    mutationFn: () => api.call('listener.forget-rejected'),
    onSuccess: (left) => {
      cache.setQueryData(keys.deliveries.rejected, left)
    },
  })
}
