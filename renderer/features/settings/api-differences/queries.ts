import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import { keys } from '../../../host/query-keys.ts'

/** Of the open workspace. An event invalidates it. */
export function apiDifferences(api: Client) {
  return queryOptions({
    queryKey: keys.apiDifferences,
    queryFn: () => api.call('workspaces.api-differences'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
  })
}

export function clearApiDifferences(api: Client) {
  return mutationOptions({
    meta: { failed: 'Couldn’t clear the API differences.' },
    mutationFn: () => api.call('workspaces.clear-api-differences'),
  })
}
