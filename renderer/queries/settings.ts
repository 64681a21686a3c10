import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Client } from '../../shared/contract/client.ts'
import type { InputOf } from '../../shared/contract/index.ts'
import { keys } from './keys.ts'

export function settings(api: Client) {
  return queryOptions({
    queryKey: keys.settings,
    queryFn: () => api.call('settings.get'),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function changeSettings(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'The setting was not saved.' },
    mutationFn: (changes: InputOf<'settings.set'>) => api.call('settings.set', changes),
    onSuccess: (changed) => {
      cache.setQueryData(keys.settings, changed)
    },
  })
}
