import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { readLatest, setLatest } from '../../../host/latest.ts'
import { keys } from '../../../host/query-keys.ts'
import { failures } from './copy.ts'

/** The endpoints whose deliveries get a simulated response. Events update it. */
export function simulatedResponses(api: Client) {
  return queryOptions({
    queryKey: keys.deliveries.responses,
    queryFn: readLatest(keys.deliveries.responses, (options) =>
      api.call('listener.simulated-responses', {}, options),
    ),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function setResponse(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.set },
    mutationFn: (input: InputOf<'listener.set-simulated-response'>) =>
      api.call('listener.set-simulated-response', input),
    onSuccess: (simulated) => {
      setLatest(cache, keys.deliveries.responses, simulated)
    },
  })
}
