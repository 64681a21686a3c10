import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { keys } from '../../../host/query-keys.ts'
import { failures } from './copy.ts'

// `receivers.run-scenario` is not here: its input may contain a secret, and every cache would keep it.

/** The user's own, by name. */
export function scenarioList(api: Client) {
  return queryOptions({
    queryKey: keys.receivers.scenarios,
    queryFn: ({ signal }) => api.call('receivers.scenarios', {}, { signal }),
  })
}

/** The runs of this run of the app, newest first. They change with the jobs. */
export function scenarioRuns(api: Client) {
  return queryOptions({
    queryKey: keys.receivers.scenarioRuns,
    queryFn: ({ signal }) => api.call('receivers.scenario-runs', {}, { signal }),
  })
}

/** Adds it, or changes the one with its id. */
export function saveScenario(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.save },
    mutationFn: (scenario: InputOf<'receivers.save-scenario'>) =>
      api.call('receivers.save-scenario', scenario),
    onSuccess: (list) => cache.setQueryData(keys.receivers.scenarios, list),
  })
}

export function removeScenario(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.remove },
    mutationFn: (id: number) => api.call('receivers.remove-scenario', { id }),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.receivers.scenarios }),
  })
}

export function stopScenario(api: Client) {
  return mutationOptions({
    meta: { failed: failures.stop },
    mutationFn: (jobId: string) => api.call('jobs.cancel', { id: jobId }),
  })
}
