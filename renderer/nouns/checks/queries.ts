import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { callMutation, callQuery } from '../../host/calls.ts'
import { keys } from '../../host/query-keys.ts'
import { copy } from './copy.ts'

/** The current run and the last two reports. Events invalidate this query. */
export const receiverCheck = (api: Client, receiverId: string) =>
  callQuery(keys.checks.of(receiverId), (options) => api.call('checks.get', { receiverId }, options))

export function startCheck(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: copy.startFailed },
    mutationFn: (input: InputOf<'checks.start'>) => api.call('checks.start', input),
    onSettled: (_, __, { receiverId }) => cache.invalidateQueries({ queryKey: keys.checks.of(receiverId) }),
  })
}

export const stopCheck = (api: Client) =>
  callMutation(copy.stopFailed, (id: string) => api.call('jobs.cancel', { id }))
