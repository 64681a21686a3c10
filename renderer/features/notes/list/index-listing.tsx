import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { FilterX } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBanner, ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useApi } from '../../../host/client.ts'
import { copy, describeAge } from '../copy.ts'
import { indexList, indexStatus } from '../index-queries.ts'
import { hasFilters, type NotesPageProps, noFilters } from '../notes-search.ts'
import { shownSort } from '../table/note-sorting.ts'
import { NoteTable } from '../table/note-table.tsx'
import type { NoteSelection } from '../table/use-note-selection.ts'
import { describeIndexList, indexQuery } from './describe-list.ts'
import { ListDescription } from './list-description.tsx'

/** All notes of the index on this machine, filtered and sorted. Works without the service. */
export function IndexListing({
  search,
  onSearch,
  picks,
  isFallback = false,
}: NotesPageProps & {
  readonly picks: NoteSelection
  /** The service is not available, so there is no link to its list. */
  readonly isFallback?: boolean
}) {
  const api = useApi()
  const list = useInfiniteQuery(indexList(api, indexQuery(search)))
  const { data: status } = useQuery(indexStatus(api))
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const notes = useMemo(() => data?.pages.flatMap((page) => page.notes) ?? [], [data])
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  const first = data?.pages[0]

  if (!first) {
    return list.isError ? (
      <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={isFetching} />
    ) : (
      <Skeleton label={copy.index.loading} lines={10} />
    )
  }
  const total = first.total ?? notes.length
  // Of the usual list, the foot says all there is to say.
  const isDescribed =
    isFallback || search.from === 'index' || search.folder !== undefined || hasFilters(search)
  return (
    <>
      {isDescribed ? (
        <ListDescription
          words={describeIndexList(search, describeAge(first.asOf, Date.now()), status?.folders)}
        >
          {isFallback || search.direct !== undefined ? null : (
            <Button size="small" onPress={() => onSearch({ from: 'service' })}>
              {copy.index.askService}
            </Button>
          )}
        </ListDescription>
      ) : null}
      {notes.length > 0 ? (
        <NoteTable
          label={search.folder === undefined ? copy.allNotes : copy.index.label}
          notes={notes}
          search={search}
          sort={shownSort(search, 'index')}
          onSearch={onSearch}
          picks={picks}
          onNearEnd={loadMore}
          nearEnd={250}
          total={total}
          isOfAnother={list.isPlaceholderData}
          footer={
            isFetchNextPageError ? (
              <ErrorBanner error={list.error} onRetry={() => void fetchNextPage()} />
            ) : null
          }
        />
      ) : (
        <EmptyState
          icon={FilterX}
          title={
            hasFilters(search)
              ? copy.index.noMatch
              : search.folder === undefined
                ? copy.index.empty
                : copy.index.noneInFolder
          }
          action={
            hasFilters(search) ? (
              <Button onPress={() => onSearch(noFilters)}>{copy.clearFilters}</Button>
            ) : null
          }
        >
          {first.complete ? copy.index.allChecked : copy.index.incomplete}
        </EmptyState>
      )}
    </>
  )
}
