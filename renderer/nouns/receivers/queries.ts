import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { Sending } from '#shared/receivers/contract.ts'
import type { PassThrough, Receiver, ReceiverStatus } from '#shared/receivers/model.ts'
import { type Client, revisionOf } from '#shared/rpc/client.ts'
import type { InputOf, OutputOf } from '#shared/rpc/contract.ts'
import { callMutation, callQuery } from '../../host/calls.ts'
import { isLatest, latestQuery, setLatest } from '../../host/latest.ts'
import { keys, type SendFilter } from '../../host/query-keys.ts'
import { workspaceIn } from '../../host/session-cache.ts'
import { failures } from './copy.ts'

/** Receivers by name. Events keep their status up to date. */
export function receiverList(api: Client) {
  return queryOptions({
    queryKey: keys.receivers.list,
    queryFn: async ({ client, signal }) => {
      const reply = await api.call('receivers.list', {}, { signal })
      return reply.map((receiver) => {
        const key = keys.receivers.status(receiver.id)
        if (isLatest(client, key, revisionOf(reply))) return receiver
        const status = client.getQueryData<ReceiverStatus>(key)
        return status ? { ...receiver, status } : receiver
      })
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Whether a URL is allowed. The result is only advice and blocks nothing. */
export const receiverUrlCheck = (api: Client, url: string) =>
  callQuery(keys.receiverUrl(url), (options) => api.call('receivers.check-url', { url }, options), {
    staleTime: 30_000,
  })

export function removeReceiver(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.remove },
    mutationFn: (id: string) => api.call('receivers.remove', { id }),
    onSuccess: (_, id) => {
      cache.setQueryData(receiverList(api).queryKey, (list) => list?.filter((known) => known.id !== id))
    },
    onSettled: () => invalidateReceivers(cache),
  })
}

export function approveAddress(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.approve },
    mutationFn: (input: InputOf<'receivers.approve-address'>) => api.call('receivers.approve-address', input),
    onMutate: () => workspaceIn(cache),
    onSuccess: (receiver, _, workspaceId) => putReceiver(cache, receiver, workspaceId),
  })
}

export function setLive(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.live },
    mutationFn: (input: InputOf<'receivers.set-live'>) => api.call('receivers.set-live', input),
    onMutate: () => workspaceIn(cache),
    onSuccess: (receiver, _, workspaceId) => putReceiver(cache, receiver, workspaceId),
  })
}

export const testReceiver = (api: Client) =>
  callMutation(failures.test, (id: string) => api.call('receivers.test', { id }))

export function waitingList(api: Client, id: string) {
  return infiniteQueryOptions({
    queryKey: keys.receivers.waiting(id),
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'receivers.waiting',
        { id, limit: 100, ...(pageParam === null ? {} : { after: pageParam }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.hasMore ? (last.waiting.at(-1)?.deliveryId ?? null) : null),
  })
}

export const sendWaiting = (api: Client) =>
  callMutation(failures.sendWaiting, (input: InputOf<'receivers.send-waiting'>) =>
    api.call('receivers.send-waiting', input),
  )

export function dropWaiting(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.drop },
    mutationFn: (input: InputOf<'receivers.drop-waiting'>) => api.call('receivers.drop-waiting', input),
    onSettled: (_, __, { id }) => cache.invalidateQueries({ queryKey: keys.receivers.waiting(id) }),
  })
}

/** Sends, newest first. `insertSends` adds new ones. */
export function sendList(api: Client, filter: SendFilter) {
  return infiniteQueryOptions({
    queryKey: keys.receivers.sends(filter),
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'receivers.sends',
        { ...filter, limit: 50, ...(pageParam === null ? {} : { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.hasMore ? (last.sends.at(-1)?.id ?? null) : null),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Results of these deliveries. `updateResults` keeps them up to date. */
export function deliveryResults(api: Client, cache: QueryClient, deliveryIds: readonly number[]) {
  return queryOptions({
    queryKey: keys.receivers.results(deliveryIds),
    queryFn: ({ signal }) => api.call('receivers.results', { deliveryIds: [...deliveryIds] }, { signal }),
    initialData: () => resultsIncluding(cache, deliveryIds),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
  })
}

function resultsIncluding(
  cache: QueryClient,
  deliveryIds: readonly number[],
): OutputOf<'receivers.results'> | undefined {
  const query = cache
    .getQueryCache()
    .findAll({ queryKey: keys.receivers.allResults, stale: false })
    .find(({ queryKey: [, , listed] }) =>
      deliveryIds.every((id) => (listed as readonly number[]).includes(id)),
    )
  return query?.state.data as OutputOf<'receivers.results'> | undefined
}

/** A send with its request and response. These never change, so the query needs no refresh. */
export const wholeSend = (api: Client, id: number) =>
  callQuery(keys.receivers.send(id), (options) => api.call('receivers.get-send', { id }, options), {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

export function sendPreview(api: Client, id: string, sending: Sending) {
  return queryOptions({
    queryKey: keys.receivers.preview({ id, ...sending }),
    queryFn: ({ signal }) => api.call('receivers.preview', { id, sending }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

export function sendDelivery(
  api: Client,
  cache: QueryClient,
  onSent: (send: OutputOf<'receivers.send'>, receiverId: string) => void,
) {
  return mutationOptions({
    meta: { failed: failures.send },
    mutationFn: (input: { readonly id: string; readonly sending: Sending }) =>
      api.call('receivers.send', input),
    onSuccess(send, { id }) {
      touchReceiver(cache, id)
      onSent(send, id)
    },
  })
}

export function startReplay(
  api: Client,
  cache: QueryClient,
  onStarted: (jobId: string, input: InputOf<'receivers.start-replay'>) => void,
) {
  return mutationOptions({
    meta: { failed: failures.replay },
    mutationFn: (input: InputOf<'receivers.start-replay'>) => api.call('receivers.start-replay', input),
    onSuccess({ jobId }, input) {
      touchReceiver(cache, input.id)
      onStarted(jobId, input)
      return cache.invalidateQueries({ queryKey: keys.receivers.replays })
    },
  })
}

/** Replays since the app started, newest first. */
export const replayList = (api: Client) =>
  callQuery(keys.receivers.replays, (options) => api.call('receivers.replays', {}, options))

export const interruptedReplays = (api: Client) =>
  callQuery(keys.receivers.interruptedReplays, (options) =>
    api.call('receivers.interrupted-replays', {}, options),
  )

/** Starts a job that sends the rest of an interrupted replay. */
export function continueReplay(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.replay },
    mutationFn: (id: string) => api.call('receivers.continue-replay', { id }),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.receivers.replays }),
  })
}

export function dismissReplay(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.dismissReplay },
    mutationFn: (id: string) => api.call('receivers.dismiss-replay', { id }),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.receivers.replays }),
  })
}

export const passThrough = (api: Client) =>
  latestQuery(keys.receivers.passThrough, (options) => api.call('receivers.pass-through', {}, options))

export const setPassThrough = (api: Client, cache: QueryClient) =>
  callMutation(
    failures.passThrough,
    (on: Pick<PassThrough, 'receiverId' | 'endpointId' | 'exactly'> | null) =>
      api.call('receivers.set-pass-through', { on }),
    (reply) => setLatest(cache, keys.receivers.passThrough, reply),
  )

/**
 * Adds or updates a receiver in the cached list. A known receiver keeps its position until the list is refreshed. A receiver of
 * another workspace is ignored.
 */
export function putReceiver(
  cache: QueryClient,
  receiver: Receiver,
  workspaceId: string | null | undefined,
): void {
  if (workspaceIn(cache) !== workspaceId) return
  cache.setQueryData<readonly Receiver[]>(keys.receivers.list, (list = []) =>
    list.some(({ id }) => id === receiver.id)
      ? list.map((known) => (known.id === receiver.id ? receiver : known))
      : [...list, receiver],
  )
}

export function invalidateReceivers(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: keys.receivers.list })
}

export function touchReceiver(cache: QueryClient, id: string): void {
  const lastUsedAt = new Date().toISOString()
  cache.setQueryData<readonly Receiver[]>(keys.receivers.list, (list) =>
    list?.map((known) => (known.id === id ? { ...known, lastUsedAt } : known)),
  )
}
