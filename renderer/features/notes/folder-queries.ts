import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import { keys } from '../../host/query-keys.ts'

/** Spaces and folders as they are known on this machine: there without the service, and however many there are. */
export function knownFolders(api: Client) {
  return queryOptions({
    queryKey: keys.index.folders,
    queryFn: ({ signal }) => api.call('notes.known-folders', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** How many notes are known in each; again every so often while they are read. In milliseconds. */
export function folderCounts(api: Client, everyMs: number | false) {
  return queryOptions({
    queryKey: keys.index.folderCounts,
    queryFn: ({ signal }) => api.call('notes.folder-counts', {}, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
    // Thousands of numbers, all of them new: there is nothing to share with those before.
    structuralSharing: false,
  })
}

export function readFolders(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'The folders were not read.' },
    /** Cancelled by its signal, where there is a button for that. */
    mutationFn: (signal?: AbortSignal) => api.call('notes.read-folders', {}, { signal }),
    onSuccess: (tree) => {
      cache.setQueryData(keys.index.folders, tree)
    },
  })
}

export function suggestions(api: Client, text: string, caret: number) {
  return queryOptions({
    queryKey: keys.index.suggestions(text, caret),
    queryFn: ({ signal }) => api.call('notes.suggest', { text, caret }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 30_000,
  })
}
