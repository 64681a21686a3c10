import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { readLatest, setLatest } from '../../host/latest.ts'
import { keys } from '../../host/query-keys.ts'
import { failures } from './copy.ts'

/** How much is stored now. Clean-ups update it through events. */
export function storageStatus(api: Client) {
  return queryOptions({
    queryKey: keys.storage,
    queryFn: readLatest(keys.storage, (options) => api.call('deliveries.storage', {}, options)),
    staleTime: 10_000,
  })
}

export function startCleanUp(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.cleanUp },
    mutationFn: (input: InputOf<'deliveries.clean-up'>) => api.call('deliveries.clean-up', input),
    onSuccess: (status) => {
      setLatest(cache, keys.storage, status)
    },
  })
}

export function stopCleanUp(api: Client) {
  return mutationOptions({
    meta: { failed: failures.stopCleanUp },
    mutationFn: () => api.call('deliveries.stop-clean-up'),
  })
}
