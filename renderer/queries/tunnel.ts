import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Client } from '../../shared/contract/client.ts'
import { keys } from './keys.ts'

export function tunnelStatus(api: Client) {
  return queryOptions({
    queryKey: keys.tunnel,
    queryFn: () => api.call('tunnel.status'),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** `null` takes the stated address back. */
export function setPublicUrl(api: Client, cache: QueryClient) {
  return mutationOptions({
    mutationFn: (url: string | null) => api.call('tunnel.set-url', { url }),
    onSuccess: (status) => {
      cache.setQueryData(keys.tunnel, status)
    },
  })
}
