import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import { callQuery } from '../../host/calls.ts'
import { keys } from '../../host/query-keys.ts'

/** The spaces and folders stored on this computer. Works without the service and with any number of folders. */
export const knownFolders = (api: Client) =>
  callQuery(keys.index.folders, (options) => api.call('notes.known-folders', {}, options), {
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The number of known notes per folder. Polled every `everyMs` while folders are loading. */
export function folderCounts(api: Client, everyMs: number | false) {
  return queryOptions({
    queryKey: keys.index.folderCounts,
    queryFn: ({ signal }) => api.call('notes.folder-counts', {}, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
    // Usually thousands of numbers change together, so structural sharing would only cost time.
    structuralSharing: false,
  })
}

export function readFolders(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.foldersNotRead },
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

/**
 * Titles of messages for changes that fail after their page was closed. Not in `copy.ts`, because that is loaded with the page.
 */
const failures = {
  foldersNotRead: 'Couldn’t load the folders.',
}
