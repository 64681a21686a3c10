import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import type { SandboxStatus, SwitchChanges } from '#shared/sandbox/model.ts'
import { keys } from '../../host/query-keys.ts'
import { workspaceIn } from '../../host/session-cache.ts'
import { failures } from './copy.ts'

// `sandbox.receiver-key` is not here: it carries the API key, and every cache would keep it.

export function sandboxStatus(api: Client) {
  return queryOptions({
    queryKey: keys.sandbox.status,
    queryFn: ({ signal }) => api.call('sandbox.status', {}, { signal }),
  })
}

/** Deliveries and requests, newest first. An event says when they changed. */
export function sandboxActivity(api: Client) {
  return queryOptions({
    queryKey: keys.sandbox.activity,
    queryFn: ({ signal }) => api.call('sandbox.activity', {}, { signal }),
  })
}

export function triggerEvents(api: Client) {
  return mutationOptions({
    meta: { failed: failures.trigger },
    mutationFn: (input: InputOf<'sandbox.trigger'>) => api.call('sandbox.trigger', input),
  })
}

export function setSpeed(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.speed },
    mutationFn: (speed: number) => api.call('sandbox.set-speed', { speed }),
    ...putsStatus(cache),
  })
}

export function skipDay(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.skip },
    mutationFn: () => api.call('sandbox.skip-day'),
    ...putsStatus(cache),
  })
}

export function setSwitches(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.switches },
    mutationFn: (changes: SwitchChanges) => api.call('sandbox.set-switches', changes),
    ...putsStatus(cache),
  })
}

/** A reply that arrives after another workspace was opened is ignored. */
const putsStatus = (cache: QueryClient) => ({
  onMutate: () => workspaceIn(cache),
  onSuccess: (status: SandboxStatus, _: unknown, workspaceId: string | null) => {
    if (workspaceIn(cache) === workspaceId) cache.setQueryData(keys.sandbox.status, status)
  },
})
