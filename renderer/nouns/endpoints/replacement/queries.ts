import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { callQuery } from '../../../host/calls.ts'
import { keys } from '../../../host/query-keys.ts'
import { failures } from '../copy.ts'

/** Replacements in progress, and finished ones until they are dismissed. Every step is reported by an event. */
export const replacementList = (api: Client) =>
  callQuery(keys.endpoints.replacements, (options) => api.call('endpoints.replacements', {}, options), {
    staleTime: 30_000,
  })

/** Creates the replacement. Its secret is not sent to the page. */
export function replaceEndpoint(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.replace },
    mutationFn: (input: InputOf<'endpoints.replace'>) => api.call('endpoints.replace', input),
    onSettled: () => invalidate(cache),
  })
}

export function actOnReplacement(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.continueReplacement },
    mutationFn: ({
      id,
      way,
    }: {
      readonly id: number
      readonly way: 'continue-replacement' | 'roll-back-replacement'
    }) => api.call(`endpoints.${way}`, { id }),
    onSettled: () => invalidate(cache),
  })
}

export function dismissReplacement(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.dismissReplacement },
    mutationFn: (id: number) => api.call('endpoints.dismiss-replacement', { id }),
    onSettled: () => invalidate(cache),
  })
}

function invalidate(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: keys.endpoints.all })
}
