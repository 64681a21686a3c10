import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { NoteFilter, Transcript } from '#shared/notes/model.ts'
import type { Client } from '#shared/rpc/client.ts'
import { keys } from '../../host/query-keys.ts'

/** The service says nothing of how long its lists hold; a minute spares its pace and is not long to be behind. */
const staleTime = 60_000

export function folderList(api: Client) {
  return queryOptions({
    queryKey: keys.notes.folders,
    queryFn: ({ signal }) => api.call('notes.folders', {}, { signal }),
    staleTime,
  })
}

/**
 * A list of many pages is not read again by itself, which would ask for every one of them; and comparing it with what it was
 * would cost more than showing it.
 */
export const longList = {
  structuralSharing: false,
  refetchOnMount: ({ state }: { readonly state: { readonly data?: unknown } }) => !isLong(state.data),
} as const

/** Whether more than one page of a list was read. */
export function isLong(data: unknown): boolean {
  return (
    typeof data === 'object' &&
    data !== null &&
    'pages' in data &&
    Array.isArray(data.pages) &&
    data.pages.length > 1
  )
}

/** Pages of at most 30 notes, each behind the cursor of the one before. */
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

/** Long, and wanted by few: asked for where it is wanted, part by part, and let go when it is not looked at any more. */
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

/** Where the parts of a transcript lead; no further where they go round in a circle. */
export function transcriptEnd(parts: readonly Transcript[]): NonNullable<Transcript['part']> {
  const end = parts.at(-1)?.part ?? { cursor: null, incomplete: null }
  if (end.cursor === null) return end
  const before = parts.slice(0, -1)
  if (before.some(({ part }) => part?.cursor === end.cursor))
    return { cursor: null, incomplete: 'repeated-cursor' }
  const isOld = before.some(({ lines }) => isSaid(lines, parts.at(-1)?.lines ?? []))
  const isEmpty = parts.length > 2 && parts.slice(-3).every(({ lines }) => !lines?.length)
  return isOld || isEmpty ? { cursor: null, incomplete: 'nothing-new' } : end
}

const isSaid = (known: Transcript['lines'], again: NonNullable<Transcript['lines']>) =>
  again.length > 0 && known?.length === again.length && JSON.stringify(known) === JSON.stringify(again)
