import type { QueryClient } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import type { TunnelChoice } from '#shared/tunnel/model.ts'
import { callMutation, callQuery } from '../../host/calls.ts'
import { latestQuery, setLatest } from '../../host/latest.ts'
import { keys } from '../../host/query-keys.ts'

export const tunnelStatus = (api: Client) =>
  latestQuery(keys.tunnel, (options) => api.call('tunnel.status', {}, options))

/**
 * The requirements of each provider on this computer. Always stale, because the user may install programs while the page is open.
 */
export const tunnelReadiness = (api: Client) =>
  callQuery(keys.tunnelReadiness, (options) => api.call('tunnel.readiness', {}, options), { staleTime: 0 })

export const startTunnel = (api: Client, cache: QueryClient) =>
  callMutation(failures.start, (choice: TunnelChoice) => api.call('tunnel.start', choice), setStatus(cache))

export const stopTunnel = (api: Client, cache: QueryClient) =>
  callMutation(failures.stop, () => api.call('tunnel.stop'), setStatus(cache))

export const probeTunnel = (api: Client, cache: QueryClient) =>
  callMutation(null, () => api.call('tunnel.probe'), setStatus(cache))

export const fetchHostKeys = (api: Client) =>
  callMutation(null, (server: { host: string; port: number }) => api.call('tunnel.host-keys', server))

export const trustHostKey = (api: Client) =>
  callMutation(failures.trust, (key: { host: string; port: number; fingerprint: string }) =>
    api.call('tunnel.trust-host-key', key),
  )

function setStatus(cache: QueryClient) {
  return (status: TunnelStatus) => {
    setLatest(cache, keys.tunnel, status)
  }
}

/**
 * Titles of messages for changes that fail after their page was closed. Not in `copy.ts`, because that is loaded with the page.
 */
const failures = {
  start: 'Couldn’t start the tunnel.',
  stop: 'Couldn’t stop the tunnel.',
  trust: 'Couldn’t trust the host key.',
}
