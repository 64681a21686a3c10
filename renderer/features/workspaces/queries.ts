import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import type { OffCounts } from '#shared/workspaces/contract.ts'
import { keys } from '../../host/query-keys.ts'
import { setSession } from '../../host/session-cache.ts'

export function workspaceList(api: Client) {
  return queryOptions({
    queryKey: keys.workspaces,
    queryFn: ({ signal }) => api.call('workspaces.list', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Counted anew each time somebody asks, since deliveries arrive for it meanwhile. */
export function workspaceContents(api: Client, id: string) {
  return queryOptions({
    queryKey: keys.workspaceContents(id),
    queryFn: ({ signal }) => api.call('workspaces.contents', { id }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

export function openWorkspace(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'The workspace could not be opened.' },
    mutationFn: (id: string) => api.call('workspaces.open', { id }),
    onSuccess: (status) => setSession(cache, status),
  })
}

export function updateWorkspace(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'The workspace was not changed.' },
    mutationFn: (input: InputOf<'workspaces.update'>) => api.call('workspaces.update', input),
    onSuccess: (changed) => {
      cache.setQueryData(workspaceList(api).queryKey, (list) =>
        list?.map((known) => (known.id === changed.id ? changed : known)),
      )
    },
  })
}

export function disconnectWorkspace(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'The workspace was not disconnected.' },
    mutationFn: (id: string) => api.call('workspaces.disconnect', { id }),
    onSuccess: (status) => setSession(cache, status),
  })
}

export function removeWorkspace(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'The workspace was not removed.' },
    mutationFn: (input: InputOf<'workspaces.remove'>) => api.call('workspaces.remove', input),
    onSuccess: (status, { id }) => {
      forgetHere(id)
      setSession(cache, status)
    },
  })
}

/** Of a workspace that is not open. */
export const endpointsOffText = ({ all }: OffCounts) =>
  all === 1 ? '1 endpoint is off' : `${all} endpoints are off`

/** What the page itself remembers of a workspace: which of its folders were open. */
function forgetHere(id: string): void {
  try {
    localStorage.removeItem(`folders:${id}`)
  } catch {
    // A storage that is forbidden holds nothing.
  }
}
