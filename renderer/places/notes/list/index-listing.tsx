import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { FilterX, Inbox } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBanner, ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/loading.tsx'
import { useApi } from '../../../host/client.ts'
import { indexList, indexStatus } from '../../../nouns/notes/index-queries.ts'
import { copy } from '../copy.ts'
import { hasFilters, noFilters } from '../notes-search.ts'
import { shownSort } from '../table/note-sorting.ts'
import { describeIndexList, indexQuery } from './describe-list.ts'
import { ListDescription } from './list-description.tsx'
import type { Listing, OneListingProps } from './listing.ts'

/** Returns the notes of the index on this machine, filtered and sorted. Works without the service. */
export function useIndexListing({
  search,
  onSearch,
  isFallback,
  isKeyless,
  isShown,
}: OneListingProps): Listing {
  const api = useApi()
  const list = useInfiniteQuery({ ...indexList(api, indexQuery(search)), enabled: isShown })
  const { data: status } = useQuery(indexStatus(api))
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const notes = useMemo(() => data?.pages.flatMap((page) => page.notes) ?? [], [data])
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  const first = data?.pages[0]

  if (!first) {
    return {
      above: null,
      table: null,
      instead: list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={isFetching} />
      ) : (
        <Skeleton label={copy.index.loading} lines={10} />
      ),
    }
  }
  const isFiltered = hasFilters(search)
  // The foot fully describes the default list.
  const isDescribed = isFallback || search.from === 'index' || search.folder !== undefined || isFiltered
  const above = isDescribed ? (
    <ListDescription
      words={describeIndexList(
        search,
        isKeyless ? null : first.asOf === null ? copy.index.fromPart : copy.index.from,
        status?.folders,
      )}
    >
      {isFallback || search.direct !== undefined ? null : (
        <Button size="small" onPress={() => onSearch({ from: 'service' })}>
          {copy.index.askService}
        </Button>
      )}
    </ListDescription>
  ) : null
  if (notes.length > 0) {
    const table: Listing['table'] = {
      label: search.folder === undefined ? copy.allNotes : copy.index.label,
      notes,
      sort: shownSort(search, 'index'),
      onNearEnd: loadMore,
      nearEnd: 250,
      total: first.total ?? notes.length,
      isOfAnother: list.isPlaceholderData,
      footer: isFetchNextPageError ? (
        <ErrorBanner error={list.error} onRetry={() => void fetchNextPage()} />
      ) : null,
    }
    return { above, table, instead: null }
  }
  const instead = (
    <EmptyState
      icon={isFiltered ? FilterX : Inbox}
      title={
        isFiltered
          ? copy.index.noMatch
          : search.folder === undefined
            ? copy.list.none
            : copy.index.noneInFolder
      }
      action={isFiltered ? <Button onPress={() => onSearch(noFilters)}>{copy.clearFilters}</Button> : null}
    >
      {!first.complete
        ? copy.index.incomplete
        : isFiltered || search.folder !== undefined
          ? copy.index.allChecked
          : copy.list.noneText}
    </EmptyState>
  )
  return { above, table: null, instead }
}
