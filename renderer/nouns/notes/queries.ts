import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { NoteFilter, Transcript } from '#shared/notes/model.ts'
import type { Client } from '#shared/rpc/client.ts'
import { keys } from '../../host/query-keys.ts'

/**
 * The specification doesn't say how long lists stay valid. Caching them for a minute saves requests, and the user rarely notices
 * the delay.
 */
const staleTime = 60_000

export function folderList(api: Client) {
  return queryOptions({
    queryKey: keys.notes.folders,
    queryFn: ({ signal }) => api.call('notes.folders', {}, { signal }),
    staleTime,
  })
}

/**
 * Options for a list with many pages. Such a list is not refetched automatically, because that would request every page.
 * Structural sharing is off, because comparing the list would cost more than rendering it.
 */
export const longList = {
  structuralSharing: false,
  refetchOnMount: ({ state }: { readonly state: { readonly data?: unknown } }) => !isLong(state.data),
} as const

export function isLong(data: unknown): boolean {
  return (
    typeof data === 'object' &&
    data !== null &&
    'pages' in data &&
    Array.isArray(data.pages) &&
    data.pages.length > 1
  )
}

/** Lists notes in pages of at most 30. Each page is requested with the previous page's cursor. */
export function noteList(api: Client, filter: NoteFilter) {
  return infiniteQueryOptions({
    queryKey: keys.notes.pages(filter),
    queryFn: ({ pageParam, signal }) =>
      api.call('notes.page', { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.cursor,
    placeholderData: keepPreviousData,
    staleTime,
    ...longList,
  })
}

export function note(api: Client, id: string) {
  return queryOptions({
    queryKey: keys.notes.note(id),
    queryFn: ({ signal }) => api.call('notes.get', { id }, { signal }),
    staleTime,
  })
}

/**
 * A note's transcript, which is long and rarely needed. It is loaded on request, page by page, and removed from the cache soon
 * after it is closed.
 */
export function transcript(api: Client, id: string) {
  return infiniteQueryOptions({
    queryKey: keys.notes.transcript(id),
    queryFn: ({ pageParam, signal }) =>
      api.call('notes.transcript', { id, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (_, parts) => transcriptEnd(parts).cursor,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
  })
}

/**
 * Returns the cursor of the transcript's next page. It is `null` at the end, if a cursor repeats, or if a page contains nothing
 * new.
 */
export function transcriptEnd(parts: readonly Transcript[]): NonNullable<Transcript['part']> {
  const end = parts.at(-1)?.part ?? { cursor: null, incomplete: null }
  if (end.cursor === null) return end
  const before = parts.slice(0, -1)
  if (before.some(({ part }) => part?.cursor === end.cursor))
    return { cursor: null, incomplete: 'repeated-cursor' }
  const isOld = before.some(({ lines }) => isSameText(lines, parts.at(-1)?.lines ?? []))
  const isEmpty = parts.length > 2 && parts.slice(-3).every(({ lines }) => !lines?.length)
  return isOld || isEmpty ? { cursor: null, incomplete: 'nothing-new' } : end
}

const isSameText = (known: Transcript['lines'], again: NonNullable<Transcript['lines']>) =>
  again.length > 0 && known?.length === again.length && JSON.stringify(known) === JSON.stringify(again)
