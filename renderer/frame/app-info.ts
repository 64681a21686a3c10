import type { Client } from '#shared/rpc/client.ts'
import { latestQuery } from '../host/latest.ts'
import { keys } from '../host/query-keys.ts'

export const appInfo = (api: Client) => latestQuery(keys.app, (options) => api.call('app.info', {}, options))
