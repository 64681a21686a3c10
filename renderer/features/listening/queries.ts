import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ListenDraft, ListenStatus } from '#shared/listening/contract.ts'
import type { Client } from '#shared/rpc/client.ts'
import { readLatest, setLatest } from '../../host/latest.ts'
import { keys } from '../../host/query-keys.ts'

/** Told by events at every step. */
export function listenStatus(api: Client) {
  return queryOptions({
    queryKey: keys.listening.status,
    queryFn: readLatest(keys.listening.status, (options) => api.call('listening.status', {}, options)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function startListening(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'Listening could not begin.' },
    mutationFn: (draft: ListenDraft) => api.call('listening.start', draft),
    // It went on while the answer was on its way, which is therefore not taken.
    onSuccess: () => cache.invalidateQueries({ queryKey: keys.listening.status }),
  })
}

export function stopListening(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'Listening was not stopped.' },
    mutationFn: () => api.call('listening.stop'),
    onSuccess: take(cache),
  })
}

export function keepListening(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'The endpoint is still temporary.' },
    mutationFn: () => api.call('listening.keep'),
    onSuccess: take(cache),
  })
}

/** Temporary endpoints of earlier runs. */
export function leftoverEndpoints(api: Client) {
  return queryOptions({
    queryKey: keys.listening.leftovers,
    queryFn: ({ signal }) => api.call('listening.leftovers', {}, { signal }),
    staleTime: 60_000,
  })
}

export function resolveLeftoverEndpoint(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'The endpoint of an earlier run was left as it is.' },
    mutationFn: (input: { readonly id: string; readonly action: 'delete' | 'keep' }) =>
      api.call('listening.clean', input),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.listening.leftovers }),
  })
}

function take(cache: QueryClient) {
  return (status: ListenStatus) => {
    setLatest(cache, keys.listening.status, status)
  }
}
