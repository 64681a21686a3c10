import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { readLatest, setLatest } from '../../host/latest.ts'
import { keys } from '../../host/query-keys.ts'

export type SurpriseFilter = InputOf<'surprises.list'>

/** Told by events once it is known. */
export function surpriseCount(api: Client) {
  return queryOptions({
    queryKey: keys.surprises.count,
    queryFn: readLatest(keys.surprises.count, (options) => api.call('surprises.count', {}, options)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function surpriseList(api: Client, filter: SurpriseFilter) {
  return queryOptions({
    queryKey: keys.surprises.list(filter),
    queryFn: ({ signal }) => api.call('surprises.list', filter, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
  })
}

export function lookAtSurprises(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: null },
    mutationFn: () => api.call('surprises.look'),
    onSuccess: (count) => {
      setLatest(cache, keys.surprises.count, count)
    },
  })
}

export function clearSurprises(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'The log was not cleared.' },
    mutationFn: () => api.call('surprises.clear'),
    onSuccess: (count) => {
      setLatest(cache, keys.surprises.count, count)
      void cache.invalidateQueries({ queryKey: keys.surprises.lists })
    },
  })
}

export function exportSurprises(api: Client) {
  return mutationOptions({
    meta: { failed: 'The log was not exported.' },
    mutationFn: (input: InputOf<'surprises.export'>) => api.call('surprises.export', input),
    // A file of hundreds of lines is not kept once it is saved.
    gcTime: 0,
  })
}

/** Where the host asks for the place of a file, the page keeps none itself. */
export function saveSurprises(api: Client) {
  return mutationOptions({
    meta: { failed: 'The log was not exported.' },
    mutationFn: (input: InputOf<'surprises.save'>) => api.call('surprises.save', input),
  })
}
