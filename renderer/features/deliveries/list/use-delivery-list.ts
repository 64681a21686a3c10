import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { isTooLong } from '#ui/filters/filter-field.tsx'
import { useApi } from '../../../host/client.ts'
import type { DeliveryFilter } from '../../../host/query-keys.ts'
import { dropUnmatched } from '../live/live-deliveries.ts'
import { type HeldList, useHeldList } from '../live/use-held-list.ts'
import { deliveryList } from '../queries.ts'

export interface DeliveryList {
  /** The filter as typed. */
  readonly asked: string
  /** It is too long, so nothing is read. */
  readonly isUnread: boolean
  /** An endpoint is named in it, and the endpoints are still loading. */
  readonly isNaming: boolean
  /** The filter that is read. */
  readonly q: string
  readonly filter: DeliveryFilter
  /** The rows read so far; `undefined` before the first. */
  readonly all: readonly DeliverySummary[] | undefined
  readonly held: HeldList
  readonly pages: number
  /** Whether the rows are those of this filter. */
  readonly isRead: boolean
  readonly hasMore: boolean
  readonly isFetching: boolean
  /** The first page could not be read. */
  readonly error: Error | null
  /** A further page could not be read. */
  readonly pageError: Error | null
  readonly loadMore: () => void
  /** Reads the next page, also after a failure. */
  readonly loadNext: () => void
  readonly retry: () => void
}

/**
 * The deliveries that match a filter, newest first, live, and held still when that is needed. `isNaming`: what it names is not known
 * yet, so nothing is read.
 */
export function useDeliveryList(asked: string, isNaming: boolean): DeliveryList {
  const isUnread = isTooLong(asked)
  const q = isUnread ? '' : asked.trim()
  const filter = useMemo(() => (q === '' ? {} : { q }), [q])
  const heldDownTo = useRef<number | null>(null)
  // The rows stay while those of the next filter are read.
  const query = useInfiniteQuery({
    ...deliveryList(useApi(), filter, () => heldDownTo.current),
    placeholderData: keepPreviousData,
    enabled: !isUnread && !isNaming,
  })
  const data = isUnread ? undefined : query.data
  const all = useMemo(() => data?.pages.flatMap((page) => page.deliveries), [data])
  const isRead = data !== undefined && !query.isPlaceholderData
  const held = useHeldList(all ?? none, { of: `${q} ${isRead}`, hasMore: query.hasNextPage })
  heldDownTo.current = held.downTo

  const cache = useQueryClient()
  const { isHeld } = held
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the rows, before it is painted
  useLayoutEffect(() => {
    if (!isHeld && isRead) dropUnmatched(cache, filter)
  }, [cache, filter, isRead, isHeld, all])

  const latestRelease = useRef(held.release)
  latestRelease.current = held.release
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another list
  useEffect(() => latestRelease.current(), [q])

  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const pages = data?.pages.length ?? 0
  const needsMore = all !== undefined && all.length < minRows && pages < maxAutomaticPages
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  useEffect(() => {
    if (needsMore) loadMore()
  }, [needsMore, loadMore])

  return {
    asked,
    isUnread,
    isNaming,
    q,
    filter,
    all,
    held,
    pages,
    isRead,
    hasMore: hasNextPage,
    isFetching,
    error: query.isError ? query.error : null,
    pageError: isFetchNextPageError ? query.error : null,
    loadMore,
    loadNext: () => void fetchNextPage(),
    retry: () => void query.refetch(),
  }
}

const none: readonly DeliverySummary[] = []

/** For a filter that rarely matches, this many pages are read without scrolling, until there are enough rows to scroll. */
const maxAutomaticPages = 20
const minRows = 40
