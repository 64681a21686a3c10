import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import { keys } from '../../host/query-keys.ts'

/** What came and is not kept, counted. Read again when an event says that more came. */
export function rejectedRequests(api: Client) {
  return queryOptions({
    queryKey: keys.deliveries.rejected,
    queryFn: ({ signal }) => api.call('listener.rejected', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function clearRejectedRequests(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'The refused requests were not deleted.' },
    mutationFn: () => api.call('listener.forget-rejected'),
    onSuccess: (left) => {
      cache.setQueryData(keys.deliveries.rejected, left)
    },
  })
}
