import type { QueryClient } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf, OutputOf } from '#shared/rpc/contract.ts'
import { callMutation } from '../../../host/calls.ts'
import { keys } from '../../../host/query-keys.ts'
import { failures } from '../copy.ts'

export const saveView = (api: Client, cache: QueryClient) =>
  callMutation(
    failures.save,
    (view: InputOf<'deliveries.save-view'>) => api.call('deliveries.save-view', view),
    (views) => setViews(cache, views),
  )

export const removeView = (api: Client, cache: QueryClient) =>
  callMutation(
    failures.remove,
    (id: number) => api.call('deliveries.remove-view', { id }),
    (views) => setViews(cache, views),
  )

function setViews(cache: QueryClient, views: OutputOf<'deliveries.views'>) {
  cache.setQueryData(keys.deliveries.views, views)
}
