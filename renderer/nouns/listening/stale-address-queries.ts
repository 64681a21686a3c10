import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import { keys } from '../../host/query-keys.ts'

/** Endpoints whose URL is not at the current proven address. A change of the address starts a new query. */
export function staleAddressEndpoints(api: Client, tunnel: TunnelStatus | undefined) {
  const isSettled = tunnel?.state === 'up' || tunnel?.state === 'unprovable'
  const publicUrl = isSettled ? tunnel.publicUrl : null
  return queryOptions({
    queryKey: keys.endpoints.staleAddresses(publicUrl),
    queryFn:
      publicUrl === null ? skipToken : ({ signal }) => api.call('endpoints.stale-addresses', {}, { signal }),
    staleTime: 60_000,
  })
}
