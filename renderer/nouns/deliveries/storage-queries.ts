import type { QueryClient } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { callMutation } from '../../host/calls.ts'
import { latestQuery, setLatest } from '../../host/latest.ts'
import { keys } from '../../host/query-keys.ts'
import { failures } from './copy.ts'

export const storageStatus = (api: Client) =>
  latestQuery(keys.storage, (options) => api.call('deliveries.storage', {}, options), { staleTime: 10_000 })

export const startCleanUp = (api: Client, cache: QueryClient) =>
  callMutation(
    failures.cleanUp,
    (input: InputOf<'deliveries.clean-up'>) => api.call('deliveries.clean-up', input),
    (status) => setLatest(cache, keys.storage, status),
  )

export const stopCleanUp = (api: Client) =>
  callMutation(failures.stopCleanUp, () => api.call('deliveries.stop-clean-up'))
