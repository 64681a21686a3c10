import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { IndexStatus } from '#shared/notes/index-contract.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { callMutation, callQuery } from '../../host/calls.ts'
import { latestQuery, setLatest } from '../../host/latest.ts'
import { keys } from '../../host/query-keys.ts'
import { workspaceIn } from '../../host/session-cache.ts'
import { longList } from './queries.ts'

export const indexStatus = (api: Client) =>
  latestQuery(keys.index.status, (options) => api.call('notes.index-status', {}, options))

export const pauseIndex = (api: Client, cache: QueryClient) =>
  callMutation(
    'Couldn’t pause or resume indexing.',
    (pause: boolean) => api.call(pause ? 'notes.pause-index' : 'notes.resume-index'),
    (status) => setStatus(cache, status),
  )

export const syncIndex = (api: Client, cache: QueryClient) =>
  callMutation(
    'Couldn’t update the search index.',
    () => api.call('notes.sync-index'),
    (status) => setStatus(cache, status),
  )

/** Updates the cached status, unless another workspace was opened before the response arrived. */
function setStatus(cache: QueryClient, status: IndexStatus): void {
  const isHere = status.workspaceId === undefined || status.workspaceId === workspaceIn(cache)
  if (isHere) setLatest(cache, keys.index.status, status)
}

export type SearchScope = 'titles' | 'everything'

/** Number of notes in a page with snippets. It covers the rows in view and the next ten. */
const notesWithSnippets = 30

export function noteSearch(api: Client, text: string, scope: SearchScope = 'titles') {
  const options = scope === 'titles' ? {} : { in: scope, limit: notesWithSnippets }
  return infiniteQueryOptions({
    queryKey: keys.index.search(text, scope),
    async queryFn({ client, pageParam, signal }) {
      const page = { text, ...options, ...(pageParam === null ? {} : { from: pageParam }) }
      const found = await api.call('notes.search', page, { signal })
      client.setQueryData(keys.deliveries.noteEvents(found.notes.map(({ id }) => id)), found.events)
      return found
    },
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // Every keystroke is a search, so results are cached only briefly.
    gcTime: 30_000,
  })
}

export const newestNotes = (api: Client, limit: number) =>
  callQuery(keys.index.newest, (options) => api.call('notes.list', { limit }, options), { gcTime: 30_000 })

export const indexedNote = (api: Client, id: string) =>
  callQuery(keys.index.note(id), (options) => api.call('notes.find', { id }, options), { gcTime: 30_000 })

/** Lists the indexed notes, sorted. Pages are large, because they are read from this computer. */
export function indexList(api: Client, query: InputOf<'notes.list'>) {
  return infiniteQueryOptions({
    queryKey: keys.index.list(query),
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'notes.list',
        { ...query, limit: 500, ...(pageParam === null ? {} : { after: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    ...longList,
  })
}

export function noteTitles(api: Client, ids: readonly string[]) {
  return queryOptions({
    queryKey: keys.index.noteTitles(ids),
    queryFn: ({ signal }) => api.call('notes.titles', { ids: [...ids] }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // Cached only briefly, because scrolling creates many of these queries and each is cheap to repeat.
    gcTime: 30_000,
  })
}

/** The known folders of the given notes. The result may be incomplete while folders are loading. */
export function noteFolders(api: Client, ids: readonly string[]) {
  return queryOptions({
    queryKey: keys.index.noteFolders(ids),
    queryFn: ({ signal }) => api.call('notes.folders-of', { ids: [...ids] }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
  })
}
