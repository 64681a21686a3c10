import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { isTooLong } from '#ui/filters/filter-field.tsx'
import { useApi } from '../../../host/client.ts'
import type { DeliveryFilter } from '../../../host/query-keys.ts'
import { dropUnmatched } from '../../../nouns/deliveries/live/live-deliveries.ts'
import { deliveryList } from '../../../nouns/deliveries/queries.ts'
import { type HeldList, useHeldList } from '../live/use-held-list.ts'

export interface DeliveryList {
  readonly filterText: string
  /** Whether the filter is too long to be applied. If so, no rows are loaded. */
  readonly isUnread: boolean
  /** Whether the filter names an endpoint that can't be resolved yet, because endpoints are loading. */
  readonly isNaming: boolean
  readonly q: string
  readonly filter: DeliveryFilter
  readonly all: readonly DeliverySummary[] | undefined
  readonly held: HeldList
  readonly pages: number
  readonly isRead: boolean
  readonly hasMore: boolean
  readonly isFetching: boolean
  readonly error: Error | null
  readonly pageError: Error | null
  readonly loadMore: () => void
  readonly loadNext: () => void
  readonly retry: () => void
}

/**
 * Returns the deliveries that match a filter, newest first. Nothing is loaded while `isNaming`, because the filter contains an
 * endpoint name that is not resolved yet.
 */
export function useDeliveryList(filterText: string, isNaming: boolean): DeliveryList {
  const isUnread = isTooLong(filterText)
  const q = isUnread ? '' : filterText.trim()
  const filter = useMemo(() => (q === '' ? {} : { q }), [q])
  const heldDownTo = useRef<number | null>(null)
  const query = useInfiniteQuery({
    ...deliveryList(useApi(), filter, () => heldDownTo.current),
    placeholderData: keepPreviousData,
    enabled: !isUnread && !isNaming,
  })
  const data = isUnread ? undefined : query.data
  const all = useMemo(() => data?.pages.flatMap((page) => page.deliveries), [data])
  const isRead = data !== undefined && !query.isPlaceholderData
  const held = useHeldList(all ?? none, { listKey: `${q} ${isRead}`, hasMore: query.hasNextPage })
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
    filterText,
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

/**
 * Maximum number of pages loaded without scrolling. If a filter rarely matches, pages are loaded until there are enough rows to
 * scroll.
 */
const maxAutomaticPages = 20
const minRows = 40
