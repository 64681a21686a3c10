import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import type { SandboxStatus, SwitchChanges } from '#shared/sandbox/model.ts'
import { toast } from '#ui/feedback/toast/toast.ts'
import { callMutation, callQuery } from '../../host/calls.ts'
import { useApi } from '../../host/client.ts'
import { keys } from '../../host/query-keys.ts'
import { workspaceIn } from '../../host/session-cache.ts'
import { useIsSandbox } from '../workspaces/session-queries.ts'

const failures = {
  trigger: 'The event was not triggered',
  speed: 'The speed was not changed',
  skip: 'The day was not skipped',
  switches: 'The sandbox was not changed',
  key: 'The API key was not copied',
  script: 'The script was not started',
}

export const skipped = 'Skipped a day'

export const sandboxStatus = (api: Client) =>
  callQuery(keys.sandbox.status, (options) => api.call('sandbox.status', {}, options))

/** Returns a function that ends the sandbox's outage, or `null` if there is none or another workspace is open. */
export function useEndSandboxOutage(): (() => void) | null {
  const api = useApi()
  const isSandbox = useIsSandbox()
  const { data: sandbox } = useQuery({ ...sandboxStatus(api), enabled: isSandbox })
  const { mutate } = useMutation(setSwitches(api, useQueryClient()))
  return isSandbox && sandbox?.switches.outage ? () => mutate({ outage: false }) : null
}

export const sandboxActivity = (api: Client) =>
  callQuery(keys.sandbox.activity, (options) => api.call('sandbox.activity', {}, options))

export const triggerEvents = (api: Client) =>
  callMutation(failures.trigger, (input: InputOf<'sandbox.trigger'>) => api.call('sandbox.trigger', input))

export const setSpeed = (api: Client, cache: QueryClient) => ({
  ...callMutation(failures.speed, (speed: number) => api.call('sandbox.set-speed', { speed })),
  ...putsStatus(cache),
})

export const skipDay = (api: Client, cache: QueryClient) => ({
  ...callMutation(failures.skip, () => api.call('sandbox.skip-day')),
  ...putsStatus(cache, () => toast({ tone: 'ok', title: skipped })),
})

export const setSwitches = (api: Client, cache: QueryClient) => ({
  ...callMutation(failures.switches, (changes: SwitchChanges) => api.call('sandbox.set-switches', changes)),
  ...putsStatus(cache),
})

export const runScript = (api: Client) =>
  callMutation(failures.script, (input: InputOf<'sandbox.run-script'>) =>
    api.call('sandbox.run-script', input),
  )

/** Ignores a response that arrives after another workspace was opened. */
const putsStatus = (cache: QueryClient, done = () => {}) => ({
  onMutate: () => workspaceIn(cache),
  onSuccess: (status: SandboxStatus, _: unknown, workspaceId: string | null) => {
    if (workspaceIn(cache) === workspaceId) cache.setQueryData(keys.sandbox.status, status)
    done()
  },
})
