import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { readLatest, setLatest } from '../../host/latest.ts'
import { keys } from '../../host/query-keys.ts'

/** How much is kept, as it is now; clean-ups tell of themselves. */
export function storageStatus(api: Client) {
  return queryOptions({
    queryKey: keys.storage,
    queryFn: readLatest(keys.storage, (options) => api.call('deliveries.storage', {}, options)),
    staleTime: 10_000,
  })
}

export function startCleanUp(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'Nothing was cleaned up.' },
    mutationFn: (asked: InputOf<'deliveries.clean-up'>) => api.call('deliveries.clean-up', asked),
    onSuccess: (status) => {
      setLatest(cache, keys.storage, status)
    },
  })
}

export function stopCleanUp(api: Client) {
  return mutationOptions({
    meta: { failed: 'The clean-up was not stopped.' },
    mutationFn: () => api.call('deliveries.stop-clean-up'),
  })
}
