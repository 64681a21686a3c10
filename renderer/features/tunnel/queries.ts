import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import type { TunnelChoice } from '#shared/tunnel/model.ts'
import { readLatest, setLatest } from '../../host/latest.ts'
import { keys } from '../../host/query-keys.ts'

export function tunnelStatus(api: Client) {
  return queryOptions({
    queryKey: keys.tunnel,
    queryFn: readLatest(keys.tunnel, (options) => api.call('tunnel.status', {}, options)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** What each way needs on this machine: looked at anew whenever somebody comes to choose. */
export function tunnelReadiness(api: Client) {
  return queryOptions({
    queryKey: keys.tunnelReadiness,
    queryFn: ({ signal }) => api.call('tunnel.readiness', {}, { signal }),
    staleTime: 0,
  })
}

export function startTunnel(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'The tunnel was not opened.' },
    mutationFn: (choice: TunnelChoice) => api.call('tunnel.start', choice),
    onSuccess: take(cache),
  })
}

export function stopTunnel(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'The tunnel was not closed.' },
    mutationFn: () => api.call('tunnel.stop'),
    onSuccess: take(cache),
  })
}

export function probeTunnel(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: null },
    mutationFn: () => api.call('tunnel.probe'),
    onSuccess: take(cache),
  })
}

/** The keys that an ssh server shows now. */
export function lookAtHostKeys(api: Client) {
  return mutationOptions({
    meta: { failed: null },
    mutationFn: (server: { host: string; port: number }) => api.call('tunnel.host-keys', server),
  })
}

export function trustHostKey(api: Client) {
  return mutationOptions({
    meta: { failed: 'The host key was not accepted.' },
    mutationFn: (key: { host: string; port: number; fingerprint: string }) =>
      api.call('tunnel.trust-host-key', key),
  })
}

function take(cache: QueryClient) {
  return (status: TunnelStatus) => {
    setLatest(cache, keys.tunnel, status)
  }
}
