import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { ListenDraft, ListenStatus } from '#shared/listening/contract.ts'
import type { Client } from '#shared/rpc/client.ts'
import { callMutation, callQuery } from '../../host/calls.ts'
import { latestQuery, setLatest } from '../../host/latest.ts'
import { keys } from '../../host/query-keys.ts'
import { workspaceIn } from '../../host/session-cache.ts'
import { receiverList } from '../receivers/queries.ts'
import { failures } from './copy.ts'
import { takeSessionReceiver } from './session-receiver.ts'

/** The state of the live session. Events update this query at every step. */
export const listenStatus = (api: Client) =>
  latestQuery(keys.listening.status, (options) => api.call('listening.status', {}, options))

export function startListening(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.start },
    mutationFn: (draft: ListenDraft) => api.call('listening.start', draft),
    // The state may have changed since the response was sent, so this reads it again.
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
      // An event updates the list of receivers.
      if (id !== null && isLive) void api.call('receivers.set-live', { id, live: false }).catch(() => {})
    },
  })
}

export const keepListening = (api: Client, cache: QueryClient) =>
  callMutation(failures.keep, () => api.call('listening.keep'), setStatus(cache))

/** Temporary endpoints that earlier runs did not delete. */
export const leftoverEndpoints = (api: Client) =>
  callQuery(keys.listening.leftovers, (options) => api.call('listening.leftovers', {}, options), {
    staleTime: 60_000,
  })

export function resolveLeftoverEndpoint(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.resolve },
    mutationFn: (input: { readonly id: string; readonly action: 'delete' | 'keep' }) =>
      api.call('listening.clean', input),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.listening.leftovers }),
  })
}

function setStatus(cache: QueryClient) {
  return (status: ListenStatus) => {
    setLatest(cache, keys.listening.status, status)
  }
}
