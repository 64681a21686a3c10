import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { readLatest, setLatest } from '../../host/latest.ts'
import { keys } from '../../host/query-keys.ts'

export function settings(api: Client) {
  return queryOptions({
    queryKey: keys.settings,
    queryFn: readLatest(keys.settings, (options) => api.call('settings.get', {}, options)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function changeSettings(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'Couldn’t save the setting.' },
    mutationFn: (changes: InputOf<'settings.set'>) => api.call('settings.set', changes),
    onSuccess: (changed) => {
      setLatest(cache, keys.settings, changed)
    },
  })
}
