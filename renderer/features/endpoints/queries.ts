import { mutationOptions, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import type { Endpoint, EndpointChanges } from '#shared/endpoints/model.ts'
import type { Unfinished } from '#shared/endpoints/unfinished.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import type { EventData } from '#shared/rpc/events.ts'
import { keys } from '../../host/query-keys.ts'
import { workspaceIn } from '../../host/session-cache.ts'

// `endpoints.reveal-secret` and `endpoints.import-secret` are not here: they carry the secret, and every cache would keep it.

export function endpointList(api: Client) {
  return queryOptions({
    queryKey: keys.endpoints.list,
    queryFn: ({ signal }) => api.call('endpoints.list', {}, { signal }),
    staleTime: 30_000,
  })
}

/** Creations that did not end. */
export function unfinishedCreations(api: Client) {
  return queryOptions({
    queryKey: keys.endpoints.unfinished,
    queryFn: ({ signal }) => api.call('endpoints.unfinished', {}, { signal }),
    staleTime: 30_000,
  })
}

/** Until it is decided, another endpoint may be the same one a second time. */
export const isUndecided = ({ state }: Unfinished) => state !== 'secret-gone'

/** What can be said of a URL before the service is asked. Only said: where it cannot be, nothing else waits for it. */
export function endpointUrlCheck(api: Client, url: string) {
  return queryOptions({
    queryKey: keys.endpointUrl(url),
    queryFn: ({ signal }) => api.call('endpoints.check-url', { url }, { signal }),
    staleTime: 30_000,
  })
}

export function updateEndpoint(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'The endpoint was not changed.' },
    mutationFn: (input: { readonly id: string; readonly changes: EndpointChanges }) =>
      api.call('endpoints.update', input),
    onMutate: () => workspaceIn(cache),
    onSuccess: (updated, _, workspaceId) => putEndpoint(cache, updated, workspaceId),
    onSettled: () => invalidateEndpoints(cache),
  })
}

/** Leads it to the public address of now. */
export function repointEndpoint(api: Client) {
  return mutationOptions({
    meta: { failed: 'The endpoint was not re-pointed.' },
    mutationFn: (id: string) => api.call('endpoints.repoint', { id }),
  })
}

export function labelEndpoint(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'The endpoint was not named.' },
    mutationFn: (input: InputOf<'endpoints.set-label'>) => api.call('endpoints.set-label', input),
    onSuccess: (_, { id, label }) => {
      cache.setQueryData(endpointList(api).queryKey, (list) =>
        list?.map((known) => (known.id === id ? { ...known, label: label.trim() || null } : known)),
      )
    },
    onSettled: () => invalidateEndpoints(cache),
  })
}

export function removeEndpoint(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'The endpoint was not deleted.' },
    mutationFn: (id: string) => api.call('endpoints.remove', { id }),
    onSuccess: (_, id) => {
      cache.setQueryData(endpointList(api).queryKey, (list) => list?.filter((known) => known.id !== id))
    },
    onSettled: () => invalidateEndpoints(cache),
  })
}

/** Starts a job. The list is read again as each of them goes. */
export function removeEndpoints(api: Client) {
  return mutationOptions({
    meta: { failed: 'The endpoints were not deleted.' },
    mutationFn: (endpoints: { readonly id: string; readonly url: string }[]) =>
      api.call('endpoints.remove-several', { endpoints }),
  })
}

/** Of the changes that were submitted, cancels those that wait for the service. */
export function stopWaiting(api: Client) {
  return mutationOptions({ mutationFn: () => api.call('endpoints.stop-waiting') })
}

type DisabledEvent = EventData<'endpoints.disabled'>

/** Those that were seen to go off, and not from here, by workspace; told by events, never asked for. */
export function disabledEndpoints() {
  return queryOptions<readonly DisabledState[]>({
    queryKey: keys.endpointsDisabled,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/** Beside what was told before and not put away yet. */
export function addDisabledEndpoints(cache: QueryClient, told: DisabledState): void {
  const isSame = ({ workspace }: DisabledState) => workspace.id === told.workspace.id
  cache.setQueryData(disabledEndpoints().queryKey, (known = []) => {
    const before = known.find(isSame)?.endpoints ?? []
    const others = before.filter(({ id }) => !told.endpoints.some((one) => one.id === id))
    return [...known.filter((one) => !isSame(one)), { ...told, endpoints: [...others, ...told.endpoints] }]
  })
}

export function dismissDisabledEndpoints(cache: QueryClient, workspaceId: string): void {
  cache.setQueryData(disabledEndpoints().queryKey, (known) =>
    known?.filter(({ workspace }) => workspace.id !== workspaceId),
  )
}

/** A known endpoint keeps its place, a new one comes first; one of a workspace that was left has none here. */
export function putEndpoint(cache: QueryClient, endpoint: Endpoint, workspaceId: string | null): void {
  if (workspaceIn(cache) !== workspaceId) return
  cache.setQueryData<readonly Endpoint[]>(keys.endpoints.list, (list = []) =>
    list.some(({ id }) => id === endpoint.id)
      ? list.map((known) => (known.id === endpoint.id ? endpoint : known))
      : [endpoint, ...list],
  )
}

export function invalidateEndpoints(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: keys.endpoints.all })
}
