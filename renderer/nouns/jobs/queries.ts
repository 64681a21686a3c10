import type { Client } from '#shared/rpc/client.ts'
import { callMutation } from '../../host/calls.ts'
import { latestQuery } from '../../host/latest.ts'
import { keys } from '../../host/query-keys.ts'
import { copy } from './copy.ts'

export const jobList = (api: Client) =>
  latestQuery(keys.jobs, (options) => api.call('jobs.list', {}, options))

export const cancelJob = (api: Client) =>
  callMutation(copy.cancelFailed, (id: string) => api.call('jobs.cancel', { id }))

export const dismissJob = (api: Client) =>
  callMutation(null, (id: string) => api.call('jobs.dismiss', { id }))
