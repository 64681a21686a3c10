import type { QueryClient } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { callMutation, callQuery } from '../../host/calls.ts'
import { latestQuery, setLatest } from '../../host/latest.ts'
import { keys } from '../../host/query-keys.ts'

export const settings = (api: Client) =>
  latestQuery(keys.settings, (options) => api.call('settings.get', {}, options))

/**
 * The login item. Read whenever it is shown or the window gets the focus, because the user may also change it in the system's
 * settings.
 */
export const loginItem = (api: Client) =>
  callQuery(keys.loginItem, (options) => api.call('app.login-item', {}, options), {
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
  })

export const changeLoginItem = (api: Client, cache: QueryClient) =>
  callMutation(
    'Couldn’t change the start at login.',
    (isOn: boolean) => api.call('app.set-login-item', { isOn }),
    (changed) => cache.setQueryData(keys.loginItem, changed),
  )

export const changeSettings = (api: Client, cache: QueryClient) =>
  callMutation(
    'Couldn’t save the setting.',
    (changes: InputOf<'settings.set'>) => api.call('settings.set', changes),
    (changed) => setLatest(cache, keys.settings, changed),
  )
