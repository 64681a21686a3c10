import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { IndexStatus } from '#shared/notes/index-contract.ts'
import { useApi } from '../../../host/client.ts'
import { indexList, indexStatus } from '../../../nouns/notes/index-queries.ts'
import { noteList } from '../../../nouns/notes/queries.ts'
import { sessionStatus } from '../../../nouns/workspaces/session-queries.ts'
import { type NotesSearch, tooLongIn } from '../notes-search.ts'
import { filterOf, indexQuery } from './describe-list.ts'

/** The list to show. `waiting` is used until the state of the index is known. */
export type ListMode = 'service' | 'index' | 'found' | 'waiting'

export interface ListChoice {
  readonly mode: ListMode
  /** The error that kept the service's list from loading. The index is shown instead. */
  readonly failure: { readonly error: Error; readonly isRetrying: boolean; readonly retry: () => void } | null
  /** The service's response for this list. `null` if it has not responded yet, or no request was sent. */
  readonly answer: 'notes' | 'none' | Error | null
  /** Whether there is no working key. If so, no request is sent to the service. */
  readonly isKeyless: boolean
}

/**
 * Returns which list to show: search results, the service's list, or the index, which also replaces a list that failed to load.
 */
export function useListMode(search: NotesSearch): ListChoice {
  const api = useApi()
  const { data: session } = useQuery(sessionStatus(api))
  const { data: index, isPending } = useQuery(indexStatus(api))
  const filter = filterOf(search)
  const listed = useInfiniteQuery({ ...noteList(api, filter), enabled: false })
  const error = useHeldError(JSON.stringify(filter), listed.error, listed.data !== undefined)
  const isKeyless = session !== undefined && session.state !== 'connected'
  const wantsIndex = isKeyless || asksIndex(search, index)
  const { isPending: isIndexPending } = useInfiniteQuery({
    ...indexList(api, indexQuery(search)),
    enabled: wantsIndex && (search.q ?? '').trim() === '' && tooLongIn(search) === null,
  })
  const pages = listed.isPlaceholderData ? undefined : listed.data?.pages
  const answer = error ?? (pages && (pages.some(({ items }) => items.length > 0) ? 'notes' : 'none')) ?? null
  const isKnown = (index?.notes ?? 0) > 0
  const failure =
    error !== null && isKnown && !isKeyless
      ? { error, isRetrying: listed.isFetching, retry: () => void listed.refetch() }
      : null

  if ((search.q ?? '').trim() !== '') return { mode: 'found', failure: null, answer: null, isKeyless }
  // The service's rows stay visible until the index's rows have loaded.
  const isHeld = isIndexPending && pages !== undefined && !isKeyless && tooLongIn(search) === null
  if (wantsIndex && !isHeld) return { mode: 'index', failure: null, answer: null, isKeyless }
  if (isPending && !asksService(search)) return { mode: 'waiting', failure: null, answer: null, isKeyless }
  return { mode: failure === null ? 'service' : 'index', failure, answer, isKeyless }
}

/**
 * Whether the list comes from the index. The complete index is used for all notes, because the service can't sort, and for a
 * folder without its subfolders, because the service always includes them. Other folders come from the service, which has their
 * current content.
 */
function asksIndex({ from, sort, folder, direct }: NotesSearch, index: IndexStatus | undefined): boolean {
  if (from === 'index' || direct !== undefined) return true
  const hasAll = index !== undefined && index.completeAsOf !== null && index.notes > 0
  return hasAll && !asksService({ from, sort, folder })
}

const asksService = ({ from, sort, folder }: Pick<NotesSearch, 'from' | 'sort' | 'folder'>) =>
  from === 'service' || (from === undefined && (folder !== undefined || sort === 'service'))

/** Keeps an error until the list has loaded, so that the fallback stays visible during a retry. */
function useHeldError(key: string, error: Error | null, isThere: boolean): Error | null {
  const [held, setHeld] = useState({ key, error })
  const now = isThere ? null : (error ?? (held.key === key ? held.error : null))
  if (held.key !== key || held.error !== now) setHeld({ key, error: now })
  return now
}
