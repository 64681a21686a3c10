import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../../shared/contract/client.ts'
import { keys } from './keys.ts'

export function endpointList(api: Client) {
  return queryOptions({
    queryKey: keys.endpoints.list,
    queryFn: () => api.call('endpoints.list'),
    staleTime: 30_000,
  })
}
