import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { keys } from '../../../host/query-keys.ts'

/** Those under way, and those that ended and were not put away. Every step is told of by an event. */
export function replacementList(api: Client) {
  return queryOptions({
    queryKey: keys.endpoints.replacements,
    queryFn: ({ signal }) => api.call('endpoints.replacements', {}, { signal }),
    staleTime: 30_000,
  })
}

/** Creates the new endpoint. Its secret stays with the host. */
export function replaceEndpoint(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'The endpoint was not replaced.' },
    mutationFn: (input: InputOf<'endpoints.replace'>) => api.call('endpoints.replace', input),
    onSettled: () => readAgain(cache),
  })
}

export function actOnReplacement(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'The replacement was not continued.' },
    mutationFn: ({
      id,
      way,
    }: {
      readonly id: number
      readonly way: 'continue-replacement' | 'roll-back-replacement'
    }) => api.call(`endpoints.${way}`, { id }),
    onSettled: () => readAgain(cache),
  })
}

export function dismissReplacement(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'The replacement was not put away.' },
    mutationFn: (id: number) => api.call('endpoints.dismiss-replacement', { id }),
    onSettled: () => readAgain(cache),
  })
}

/** Not kept for long: what changed since may be in it too. */
export function missedNotes(api: Client, of: InputOf<'endpoints.missed-notes'>) {
  return queryOptions({
    queryKey: keys.missedNotes(of),
    queryFn: ({ signal }) => api.call('endpoints.missed-notes', of, { signal }),
    gcTime: 60_000,
  })
}

function readAgain(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: keys.endpoints.all })
}
