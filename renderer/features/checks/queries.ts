import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { keys } from '../../host/query-keys.ts'
import { copy } from './copy.ts'

/** The run that is under way, and the last two. Read again whenever an event says so. */
export function receiverCheck(api: Client, receiverId: string) {
  return queryOptions({
    queryKey: keys.checks.of(receiverId),
    queryFn: ({ signal }) => api.call('checks.get', { receiverId }, { signal }),
  })
}

/** Starts a job. */
export function startCheck(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: copy.startFailed },
    mutationFn: (input: InputOf<'checks.start'>) => api.call('checks.start', input),
    onSettled: (_, __, { receiverId }) => cache.invalidateQueries({ queryKey: keys.checks.of(receiverId) }),
  })
}

export function stopCheck(api: Client) {
  return mutationOptions({
    meta: { failed: copy.stopFailed },
    mutationFn: (id: string) => api.call('jobs.cancel', { id }),
  })
}
