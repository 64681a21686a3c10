import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { keys } from '../../host/query-keys.ts'
import { setSession } from '../../host/session-cache.ts'
import { failures } from './copy.ts'

export function workspaceList(api: Client) {
  return queryOptions({
    queryKey: keys.workspaces,
    queryFn: ({ signal }) => api.call('workspaces.list', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Never cached: deliveries arrive all the time. */
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
    meta: { failed: failures.open },
    mutationFn: (id: string) => api.call('workspaces.open', { id }),
    onSuccess: (status) => setSession(cache, status),
  })
}

export function updateWorkspace(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.update },
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
    meta: { failed: failures.disconnect },
    mutationFn: (id: string) => api.call('workspaces.disconnect', { id }),
    onSuccess: (status) => setSession(cache, status),
  })
}

export function removeWorkspace(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.remove },
    mutationFn: (input: InputOf<'workspaces.remove'>) => api.call('workspaces.remove', input),
    onSuccess: (status, { id }) => {
      deleteLocalState(id)
      setSession(cache, status)
    },
  })
}

/** The page stores which of a workspace's folders are expanded, and what was used last in it. */
function deleteLocalState(id: string): void {
  try {
    localStorage.removeItem(`folders:${id}`)
    localStorage.removeItem(`recent:${id}`)
  } catch {
    // A storage that is not allowed holds nothing.
  }
}
