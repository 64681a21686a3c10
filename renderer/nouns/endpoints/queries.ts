import { mutationOptions, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import type { Endpoint, EndpointChanges } from '#shared/endpoints/model.ts'
import type { Unfinished } from '#shared/endpoints/unfinished.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import type { EventData } from '#shared/rpc/events.ts'
import { callMutation, callQuery } from '../../host/calls.ts'
import { invalidate, patchQuery } from '../../host/latest.ts'
import { keys } from '../../host/query-keys.ts'
import { workspaceIn } from '../../host/session-cache.ts'
import { failures } from './copy.ts'

export const endpointList = (api: Client) =>
  callQuery(keys.endpoints.list, (options) => api.call('endpoints.list', {}, options), { staleTime: 30_000 })

export const endpointLabels = (api: Client) =>
  callQuery(keys.endpoints.labels, (options) => api.call('endpoints.labels', {}, options), {
    staleTime: 30_000,
  })

/** Creations with an unknown outcome or a lost secret. */
export const unfinishedCreations = (api: Client) =>
  callQuery(keys.endpoints.unfinished, (options) => api.call('endpoints.unfinished', {}, options), {
    staleTime: 30_000,
  })

/** Whether the user must decide about the creation. Until then, creating another endpoint could create a duplicate. */
export const isUndecided = ({ state }: Unfinished) => state !== 'secret-gone'

/** Checks a URL before it is sent. The result is only advice and blocks nothing. */
export const endpointUrlCheck = (api: Client, url: string) =>
  callQuery(keys.endpointUrl(url), (options) => api.call('endpoints.check-url', { url }, options), {
    staleTime: 30_000,
  })

export function updateEndpoint(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.update },
    mutationFn: (input: { readonly id: string; readonly changes: EndpointChanges }) =>
      api.call('endpoints.update', input),
    onMutate: () => workspaceIn(cache),
    onSuccess: (updated, _, workspaceId) => putEndpoint(cache, updated, workspaceId),
    onSettled: () => invalidateEndpoints(cache),
  })
}

export const repointEndpoint = (api: Client) =>
  callMutation(failures.repoint, (id: string) => api.call('endpoints.repoint', { id }))

export function labelEndpoint(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.label },
    mutationFn: (input: InputOf<'endpoints.set-label'>) => api.call('endpoints.set-label', input),
    onSuccess: (_, { id, label }) => applyLabel(cache, { id, label: label.trim() || null }),
  })
}

export function removeEndpoint(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.remove },
    mutationFn: (id: string) => api.call('endpoints.remove', { id }),
    onSuccess: (_, id) => {
      cache.setQueryData(endpointList(api).queryKey, (list) => list?.filter((known) => known.id !== id))
    },
    onSettled: () => invalidateEndpoints(cache),
  })
}

/** Starts a deletion job. The list is refreshed after each deletion. */
export const removeEndpoints = (api: Client) =>
  callMutation(failures.removeSeveral, (endpoints: { readonly id: string; readonly url: string }[]) =>
    api.call('endpoints.remove-several', { endpoints }),
  )

/** Cancels submitted changes that have not been sent to the service yet. */
export function stopWaiting(api: Client) {
  return mutationOptions({ mutationFn: () => api.call('endpoints.stop-waiting') })
}

type DisabledEvent = EventData<'endpoints.disabled'>

/** Endpoints that were disabled outside Notehook, by workspace. Set only by events. */
export function disabledEndpoints() {
  return queryOptions<readonly DisabledEvent[]>({
    queryKey: keys.disabledEndpoints,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/** Adds disabled endpoints to those that have not been dismissed. */
export function addDisabledEndpoints(cache: QueryClient, event: DisabledEvent): void {
  const isSame = ({ workspace }: DisabledEvent) => workspace.id === event.workspace.id
  cache.setQueryData(disabledEndpoints().queryKey, (known = []) => {
    const before = known.find(isSame)?.endpoints ?? []
    const others = before.filter(({ id }) => !event.endpoints.some((one) => one.id === id))
    return [...known.filter((one) => !isSame(one)), { ...event, endpoints: [...others, ...event.endpoints] }]
  })
}

export function dismissDisabledEndpoints(cache: QueryClient, workspaceId: string): void {
  cache.setQueryData(disabledEndpoints().queryKey, (known) =>
    known?.filter(({ workspace }) => workspace.id !== workspaceId),
  )
}

/**
 * Adds or updates an endpoint in the cached list. A known endpoint keeps its position, and a new one comes first. Endpoints of
 * another workspace are ignored.
 */
export function putEndpoint(cache: QueryClient, endpoint: Endpoint, workspaceId: string | null): void {
  if (workspaceIn(cache) !== workspaceId) return
  cache.setQueryData<readonly Endpoint[]>(keys.endpoints.list, (list = []) =>
    list.some(({ id }) => id === endpoint.id)
      ? list.map((known) => (known.id === endpoint.id ? endpoint : known))
      : [endpoint, ...list],
  )
}

/** Applies a new label to the cached endpoints without a request to the service. */
export function applyLabel(cache: QueryClient, { id, label }: Pick<Endpoint, 'id' | 'label'>): void {
  patchQuery(cache, keys.endpoints.list, () =>
    cache.setQueryData<readonly Endpoint[]>(keys.endpoints.list, (list) =>
      list?.map((known) => (known.id === id ? { ...known, label } : known)),
    ),
  )
  invalidate(cache, { queryKey: keys.endpoints.labels })
}

export function invalidateEndpoints(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: keys.endpoints.all })
}
