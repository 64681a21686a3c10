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

/** Read each time it is shown or the window gets the focus, because the system's own settings change it too. */
export function loginItem(api: Client) {
  return queryOptions({
    queryKey: keys.loginItem,
    queryFn: ({ signal }) => api.call('app.login-item', {}, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
  })
}

export function changeLoginItem(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'Couldn’t change the start at login.' },
    mutationFn: (isOn: boolean) => api.call('app.set-login-item', { isOn }),
    onSuccess: (changed) => cache.setQueryData(keys.loginItem, changed),
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
