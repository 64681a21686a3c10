import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { callMutation, callQuery } from '../../host/calls.ts'
import { keys } from '../../host/query-keys.ts'
import { setSession } from '../../host/session-cache.ts'
import { failures } from './copy.ts'

export const workspaceList = (api: Client) =>
  callQuery(keys.workspaces, (options) => api.call('workspaces.list', {}, options), {
    staleTime: Number.POSITIVE_INFINITY,
  })

export const workspaceContents = (api: Client, id: string) =>
  callQuery(keys.workspaceContents(id), (options) => api.call('workspaces.contents', { id }, options), {
    staleTime: 0,
    gcTime: 0,
  })

export const openWorkspace = (api: Client, cache: QueryClient) =>
  callMutation(
    failures.open,
    (id: string) => api.call('workspaces.open', { id }),
    (status) => setSession(cache, status),
  )

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

export const disconnectWorkspace = (api: Client, cache: QueryClient) =>
  callMutation(
    failures.disconnect,
    (id: string) => api.call('workspaces.disconnect', { id }),
    (status) => setSession(cache, status),
  )

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

/** Deletes a workspace's data from the page's storage: its expanded folders and recent items. */
function deleteLocalState(id: string): void {
  try {
    localStorage.removeItem(`folders:${id}`)
    localStorage.removeItem(`recent:${id}`)
  } catch {}
}
