import { queryOptions } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import { readLatest } from '../host/latest.ts'
import { keys } from '../host/query-keys.ts'

export function appInfo(api: Client) {
  return queryOptions({
    queryKey: keys.app,
    queryFn: readLatest(keys.app, (options) => api.call('app.info', {}, options)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
