import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import type { TunnelChoice } from '#shared/tunnel/model.ts'
import { readLatest, setLatest } from '../../host/latest.ts'
import { keys } from '../../host/query-keys.ts'
import { failures } from './failures.ts'

export function tunnelStatus(api: Client) {
  return queryOptions({
    queryKey: keys.tunnel,
    queryFn: readLatest(keys.tunnel, (options) => api.call('tunnel.status', {}, options)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** What each provider needs on this computer. Always stale, since programs are installed while the page is open. */
export function tunnelReadiness(api: Client) {
  return queryOptions({
    queryKey: keys.tunnelReadiness,
    queryFn: ({ signal }) => api.call('tunnel.readiness', {}, { signal }),
    staleTime: 0,
  })
}

export function startTunnel(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.start },
    mutationFn: (choice: TunnelChoice) => api.call('tunnel.start', choice),
    onSuccess: setStatus(cache),
  })
}

export function stopTunnel(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.stop },
    mutationFn: () => api.call('tunnel.stop'),
    onSuccess: setStatus(cache),
  })
}

export function probeTunnel(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: null },
    mutationFn: () => api.call('tunnel.probe'),
    onSuccess: setStatus(cache),
  })
}

/** The host keys that an SSH server presents now. */
export function fetchHostKeys(api: Client) {
  return mutationOptions({
    meta: { failed: null },
    mutationFn: (server: { host: string; port: number }) => api.call('tunnel.host-keys', server),
  })
}

export function trustHostKey(api: Client) {
  return mutationOptions({
    meta: { failed: failures.trust },
    mutationFn: (key: { host: string; port: number; fingerprint: string }) =>
      api.call('tunnel.trust-host-key', key),
  })
}

function setStatus(cache: QueryClient) {
  return (status: TunnelStatus) => {
    setLatest(cache, keys.tunnel, status)
  }
}
