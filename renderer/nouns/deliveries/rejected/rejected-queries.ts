import type { QueryClient } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import { callMutation, callQuery } from '../../../host/calls.ts'
import { keys } from '../../../host/query-keys.ts'
import { failures } from '../copy.ts'

export const rejectedRequests = (api: Client) =>
  callQuery(keys.deliveries.rejected, (options) => api.call('listener.rejected', {}, options), {
    staleTime: Number.POSITIVE_INFINITY,
  })

export const clearRejectedRequests = (api: Client, cache: QueryClient) =>
  callMutation(
    failures.clearRejected,
    () => api.call('listener.forget-rejected'),
    (left) => cache.setQueryData(keys.deliveries.rejected, left),
  )
