import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { FilterX } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBanner, ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useApi } from '../../../host/client.ts'
import { indexList, indexStatus } from '../index-queries.ts'
import { hasFilters, type NotesPageProps, noFilters } from '../notes-search.ts'
import { NoteTable } from '../table/note-table.tsx'
import type { NoteSelection } from '../table/use-note-selection.ts'
import { describeAge } from './describe-index.ts'
import { describeIndexList, indexQuery } from './describe-list.ts'
import { ListDescription } from './list-description.tsx'
import { count } from './list-warnings.ts'
import css from './note-pane.module.css'

/** All notes, from the index on this machine: filtered and sorted over everything, and there without the service. */
export function IndexListing({
  search,
  onSearch,
  picks,
  standsIn = false,
}: NotesPageProps & {
  readonly picks: NoteSelection
  /** The service cannot be asked, so there is no way back to its list from here. */
  readonly standsIn?: boolean
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
      <Skeleton label="Reading the index" lines={10} />
    )
  }
  const total = first.total ?? notes.length
  return (
    <>
      <div className={css.progress} />
      <ListDescription
        words={describeIndexList(search, total, describeAge(first.asOf, Date.now()), status?.folders)}
      >
        {standsIn ? null : (
          <Button size="small" onPress={() => onSearch({ from: undefined })}>
            Ask the service instead
          </Button>
        )}
      </ListDescription>
      {notes.length > 0 ? (
        <NoteTable
          label="All notes of the index"
          notes={notes}
          search={{ ...search, sort: search.sort ?? '-updated' }}
          onSearch={onSearch}
          picks={picks}
          onNearEnd={loadMore}
          nearEnd={250}
          total={total}
          isOfAnother={list.isPlaceholderData}
          footer={
            isFetchNextPageError ? (
              <ErrorBanner error={list.error} onRetry={() => void fetchNextPage()} />
            ) : hasNextPage ? (
              `${notes.length.toLocaleString()} of ${count(total, 'note')} here, more as you scroll`
            ) : (
              `That is all: ${count(notes.length, 'note')}`
            )
          }
        />
      ) : (
        <EmptyState
          icon={FilterX}
          title={
            hasFilters(search)
              ? 'No note passes the filters'
              : search.folder === undefined
                ? 'The index is empty'
                : 'No note is known to be in this folder'
          }
          action={
            hasFilters(search) ? <Button onPress={() => onSearch(noFilters)}>Clear the filters</Button> : null
          }
        >
          {first.complete
            ? 'All notes of the index were looked at.'
            : 'It is still being read; more may come.'}
        </EmptyState>
      )}
    </>
  )
}
