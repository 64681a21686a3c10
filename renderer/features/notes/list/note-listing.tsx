import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { FilterX, Inbox } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBanner, ErrorState } from '#ui/feedback/error-state.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { Delayed, Progress } from '#ui/feedback/spinner.tsx'
import { useApi } from '../../../host/client.ts'
import { indexStatus } from '../index-queries.ts'
import { hasFilters, type NotesPageProps, noFilters } from '../notes-search.ts'
import { noteList } from '../queries.ts'
import { filterAndSort, uniqueNotes } from '../table/note-sorting.ts'
import { NoteTable } from '../table/note-table.tsx'
import type { NoteSelection } from '../table/use-note-selection.ts'
import { describeServiceList, filterOf } from './describe-list.ts'
import { ListDescription } from './list-description.tsx'
import { count, listWarnings } from './list-warnings.ts'
import css from './note-pane.module.css'
import { useLoadAll } from './use-load-all.ts'

/** What the service lists for the folder and the days chosen, page by page, one page ahead of what is looked at. */
export function NoteListing({
  title,
  search,
  onSearch,
  picks,
}: NotesPageProps & { readonly title: string; readonly picks: NoteSelection }) {
  const api = useApi()
  const cache = useQueryClient()
  const notes = useInfiniteQuery(noteList(api, filterOf(search)))
  const { data: index } = useQuery(indexStatus(api))
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, data } = notes
  const read = useMemo(() => uniqueNotes(data?.pages ?? []), [data])
  const { title: words, owner, sort } = search
  const shown = useMemo(() => filterAndSort(read, { title: words, owner, sort }), [read, words, owner, sort])
  const remarks = data ? listWarnings('note', remarksOf(data.pages)) : []
  const looksHere = search.title !== undefined || search.owner !== undefined
  const loadAll = useLoadAll(notes)

  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])

  if (!data) {
    return notes.isError ? (
      <ErrorState error={notes.error} onRetry={() => void notes.refetch()} retrying={isFetching} />
    ) : (
      <Loading
        label="Loading notes"
        lines={10}
        isReading={isFetching}
        onStop={() => void cache.cancelQueries({ queryKey: noteList(api, filterOf(search)).queryKey })}
        onRead={() => void notes.refetch()}
      />
    )
  }
  const truth = describeServiceList({ search, loaded: read.length, shown: shown.length, more: hasNextPage })
  const wantsAll = looksHere || search.sort !== undefined
  const hasIndex = index?.completeAsOf != null
  const isWaiting = wantsAll && hasNextPage && search.folder === undefined && index?.completeAsOf === null
  const brokeOff = (data.pages.at(-1)?.incomplete ?? null) !== null
  return (
    <>
      <div className={css.progress}>
        {isFetching ? (
          <Delayed>
            <Progress label="Loading notes" />
          </Delayed>
        ) : null}
      </div>
      {notes.isRefetchError ? (
        <ErrorBanner
          error={notes.error}
          onRetry={() => void notes.refetch()}
          retrying={isFetching}
          readAt={notes.dataUpdatedAt}
        />
      ) : null}
      {remarks.map((remark) => (
        <p key={remark} className={css.remark} role="note">
          {remark}
        </p>
      ))}
      <ListDescription words={isWaiting ? [...truth, 'Over everything once the index is read.'] : truth}>
        {wantsAll && hasNextPage && hasIndex ? (
          <Button size="small" onPress={() => onSearch({ from: 'index' })}>
            {search.folder === undefined
              ? `Over all ${index.notes.toLocaleString()} in the index`
              : 'Over what the index knows of this folder'}
          </Button>
        ) : null}
      </ListDescription>
      {shown.length > 0 ? (
        <NoteTable
          label={title}
          notes={shown}
          search={search}
          onSearch={onSearch}
          picks={picks}
          onNearEnd={looksHere ? undefined : loadMore}
          nearEnd={data.pages.at(-1)?.items.length ?? 0}
          total={hasNextPage ? -1 : shown.length}
          isOfAnother={notes.isPlaceholderData}
          footer={
            isFetchNextPageError ? (
              <ErrorBanner error={notes.error} onRetry={() => void fetchNextPage()} retrying={isFetching} />
            ) : looksHere && hasNextPage ? (
              <LoadAll {...loadAll} loaded={read.length} />
            ) : (
              endWords(read.length, hasNextPage, brokeOff)
            )
          }
        />
      ) : looksHere && read.length > 0 ? (
        <EmptyState
          icon={FilterX}
          title={hasNextPage ? 'Not among those loaded' : 'No note holds these words'}
          action={<Button onPress={() => onSearch(noFilters)}>Clear the filters</Button>}
        >
          {hasNextPage ? (
            <LoadAll {...loadAll} loaded={read.length} />
          ) : (
            'All notes of this list were looked at.'
          )}
          {notes.isError ? <ErrorBanner error={notes.error} onRetry={loadAll.begin} /> : null}
        </EmptyState>
      ) : hasNextPage ? (
        <EmptyState icon={FilterX} title="Nothing on this page of the service">
          <LoadAll {...loadAll} loaded={read.length} />
          {notes.isError ? <ErrorBanner error={notes.error} onRetry={loadAll.begin} /> : null}
        </EmptyState>
      ) : (
        <NoNotes
          isFiltered={hasFilters(search)}
          onClear={() => onSearch(noFilters)}
          onWhy={() => onSearch({ why: '' })}
        />
      )}
    </>
  )
}

/** Nobody has more read without asking for it: there may be a hundred thousand to look through. */
function LoadAll({
  begin,
  stop,
  isReading,
  loaded,
}: ReturnType<typeof useLoadAll> & { readonly loaded: number }) {
  return (
    <span className={css.loadAll}>
      <span>{count(loaded, 'note')} looked at, more to come.</span>
      <Button size="small" onPress={isReading ? stop : begin}>
        {isReading ? 'Stop' : 'Look further'}
      </Button>
    </span>
  )
}

function NoNotes({
  isFiltered,
  onClear,
  onWhy,
}: {
  readonly isFiltered: boolean
  readonly onClear: () => void
  readonly onWhy: () => void
}) {
  return (
    <EmptyState
      icon={isFiltered ? FilterX : Inbox}
      title={isFiltered ? 'No notes in these dates' : 'No notes here'}
      action={
        <>
          <Button onPress={onWhy}>Why don’t I see a note?</Button>
          {isFiltered ? <Button onPress={onClear}>Clear the filters</Button> : null}
        </>
      }
    >
      {isFiltered
        ? 'No note of this list falls into the dates chosen.'
        : 'Notes appear here when they are filed in this folder or shared with you.'}
    </EmptyState>
  )
}

function endWords(loaded: number, more: boolean, brokeOff: boolean): string {
  if (more) return `${count(loaded, 'note')} loaded, more to come`
  return brokeOff
    ? `${count(loaded, 'note')} loaded, perhaps not all`
    : `That is all: ${count(loaded, 'note')}`
}

function remarksOf(pages: readonly OutputOf<'notes.page'>[]) {
  return {
    incomplete: pages.at(-1)?.incomplete ?? null,
    unreadable: pages.reduce((sum, page) => sum + page.unreadable, 0),
  }
}
