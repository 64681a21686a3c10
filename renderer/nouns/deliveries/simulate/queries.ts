import type { QueryClient } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { callMutation } from '../../../host/calls.ts'
import { latestQuery, setLatest } from '../../../host/latest.ts'
import { keys } from '../../../host/query-keys.ts'
import { failures } from './copy.ts'

export const simulatedResponses = (api: Client) =>
  latestQuery(keys.deliveries.responses, (options) => api.call('listener.simulated-responses', {}, options))

export const setResponse = (api: Client, cache: QueryClient) =>
  callMutation(
    failures.set,
    (input: InputOf<'listener.set-simulated-response'>) => api.call('listener.set-simulated-response', input),
    (simulated) => setLatest(cache, keys.deliveries.responses, simulated),
  )
