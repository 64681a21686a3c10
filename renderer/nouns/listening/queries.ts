import { mutationOptions, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import type { ListenDraft, ListenStatus } from '#shared/listening/contract.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import { callMutation, callQuery } from '../../host/calls.ts'
import { latestQuery, setLatest } from '../../host/latest.ts'
import { keys } from '../../host/query-keys.ts'
import { workspaceIn } from '../../host/session-cache.ts'
import { receiverList } from '../receivers/queries.ts'
import { failures } from './copy.ts'

export const listenStatus = (api: Client) =>
  latestQuery(keys.listening.status, (options) => api.call('listening.status', {}, options))

export function startListening(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.start },
    mutationFn: (draft: ListenDraft) => api.call('listening.start', draft),
    // The status is fetched again, because it may have changed since the response was sent.
    onSuccess: () => cache.invalidateQueries({ queryKey: keys.listening.status }),
  })
}

export function stopListening(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.stop },
    mutationFn: () => api.call('listening.stop'),
    onSuccess(status: ListenStatus) {
      setStatus(cache)(status)
      const id = takeSessionReceiver(workspaceIn(cache))
      const list = cache.getQueryData(receiverList(api).queryKey)
      const isLive = list?.some((receiver) => receiver.id === id && receiver.live)
      if (id !== null && isLive) void api.call('receivers.set-live', { id, live: false }).catch(() => {})
    },
  })
}

export const keepListening = (api: Client, cache: QueryClient) =>
  callMutation(failures.keep, () => api.call('listening.keep'), setStatus(cache))

export const orphanedEndpoints = (api: Client) =>
  callQuery(keys.listening.orphaned, (options) => api.call('listening.leftovers', {}, options), {
    staleTime: 60_000,
  })

export function resolveLeftoverEndpoint(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.resolve },
    mutationFn: (input: { readonly id: string; readonly action: 'delete' | 'keep' }) =>
      api.call('listening.clean', input),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.listening.orphaned }),
  })
}

function setStatus(cache: QueryClient) {
  return (status: ListenStatus) => {
    setLatest(cache, keys.listening.status, status)
  }
}

/**
 * Remembers the receiver that a live session turned on, so that it can be turned off when the session ends. Session storage
 * survives a reload.
 */

export function rememberSessionReceiver(workspaceId: string | null, id: string): void {
  try {
    sessionStorage.setItem(nameIn(workspaceId), id)
  } catch {}
}

/** Returns and removes the remembered receiver id. Returns `null` if the session turned no receiver on. */
function takeSessionReceiver(workspaceId: string | null): string | null {
  try {
    const id = sessionStorage.getItem(nameIn(workspaceId))
    sessionStorage.removeItem(nameIn(workspaceId))
    return id
  } catch {
    return null
  }
}

const nameIn = (workspaceId: string | null) => `listen-receiver:${workspaceId ?? ''}`

/** Endpoints whose URL doesn't use the tunnel's current address. The address is part of the query key. */
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
