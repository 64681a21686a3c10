import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import { readLatest } from '../../host/latest.ts'
import { keys } from '../../host/query-keys.ts'
import { copy } from './copy.ts'

/** Of the open workspace. Kept current by events once loaded. */
export function jobList(api: Client) {
  return queryOptions({
    queryKey: keys.jobs,
    queryFn: readLatest(keys.jobs, (options) => api.call('jobs.list', {}, options)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function cancelJob(api: Client) {
  return mutationOptions({
    meta: { failed: copy.cancelFailed },
    mutationFn: (id: string) => api.call('jobs.cancel', { id }),
  })
}

export function dismissJob(api: Client) {
  return mutationOptions({
    meta: { failed: null },
    mutationFn: (id: string) => api.call('jobs.dismiss', { id }),
  })
}
