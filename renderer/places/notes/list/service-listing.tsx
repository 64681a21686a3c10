import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { FilterX, Inbox } from 'lucide-react'
import { type ComponentProps, type ReactNode, useCallback, useEffect, useMemo } from 'react'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBanner, ErrorState } from '#ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '#ui/feedback/loading.tsx'
import { Delayed, Progress } from '#ui/feedback/spinner.tsx'
import { useApi } from '../../../host/client.ts'
import { indexList, indexStatus } from '../../../nouns/notes/index-queries.ts'
import { noteList } from '../../../nouns/notes/queries.ts'
import { copy, listWarnings } from '../copy.ts'
import { hasFilters, type NotesPageProps, noFilters } from '../notes-search.ts'
import { filterAndSort, shownSort, uniqueNotes } from '../table/note-sorting.ts'
import type { NoteTable } from '../table/note-table.tsx'
import type { NoteSelection } from '../table/use-note-selection.ts'
import { describeIndexList, describeServiceList, filterOf, indexQuery } from './describe-list.ts'
import { ListDescription } from './list-description.tsx'
import css from './note-pane.module.css'
import { useLoadAll } from './use-load-all.ts'

export interface ListingProps extends NotesPageProps {
  readonly title: string
  readonly picks: NoteSelection
  /** Whether the list shows the index only because the service is not available. */
  readonly isFallback: boolean
  /** Whether a banner already explains that there is no key. */
  readonly isKeyless: boolean
}

type OneListingProps = Omit<ListingProps, 'picks'> & { readonly isShown: boolean }

interface Listing {
  readonly above: ReactNode
  readonly table: Omit<ComponentProps<typeof NoteTable>, 'search' | 'onSearch' | 'picks'> | null
  readonly instead: ReactNode
}

/** Returns the service's list for the chosen folder and days. The next page is loaded before the user reaches it. */
export function useServiceListing({ title, search, onSearch, isShown }: OneListingProps): Listing {
  const api = useApi()
  const cache = useQueryClient()
  const notes = useInfiniteQuery({ ...noteList(api, filterOf(search)), enabled: isShown })
  const { data: index } = useQuery(indexStatus(api))
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, data } = notes
  const read = useMemo(() => uniqueNotes(data?.pages ?? []), [data])
  const { title: words, owner } = search
  const sort = shownSort(search, 'service')
  const shown = useMemo(() => filterAndSort(read, { title: words, owner, sort }), [read, words, owner, sort])
  const warnings = data ? listWarnings('note', completenessOf(data.pages)) : []
  const looksHere = search.title !== undefined || search.owner !== undefined
  const loadAll = useLoadAll(notes, isShown)

  const loadMore = useCallback(() => {
    if (isShown && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [isShown, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  // A folder's notes are sorted by the app, so a short folder is loaded completely to keep its rows from moving.
  const isRead =
    search.folder === undefined ||
    sort === undefined ||
    looksHere ||
    (data?.pages.length ?? eagerPages) >= eagerPages
  useEffect(() => {
    if (!isRead && !notes.isPlaceholderData) loadMore()
  }, [isRead, notes.isPlaceholderData, loadMore])

  if (!data) {
    return {
      above: null,
      table: null,
      instead: notes.isError ? (
        <ErrorState error={notes.error} onRetry={() => void notes.refetch()} retrying={isFetching} />
      ) : (
        <Loading
          label={copy.list.loading}
          lines={10}
          isReading={isFetching}
          onStop={() => void cache.cancelQueries({ queryKey: noteList(api, filterOf(search)).queryKey })}
          onRead={() => void notes.refetch()}
        />
      ),
    }
  }
  const description = describeServiceList({
    search,
    sort,
    loaded: read.length,
    shown: shown.length,
    more: hasNextPage,
  })
  const wantsAll = looksHere || sort !== undefined
  const hasIndex = index?.completeAsOf != null
  const isWaiting = wantsAll && hasNextPage && search.folder === undefined && index?.completeAsOf === null
  const above = (
    <>
      <div className={css.progress}>
        {isFetching ? (
          <Delayed>
            <Progress label={copy.list.loading} />
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
      {warnings.map((warning) => (
        <p key={warning} className={css.remark} role="note">
          {warning}
        </p>
      ))}
      <ListDescription words={isWaiting ? [...description, copy.list.whenIndexed] : description}>
        {wantsAll && hasNextPage && hasIndex ? (
          <Button size="small" onPress={() => onSearch({ from: 'index' })}>
            {search.folder === undefined ? copy.list.overIndex(index.notes) : copy.list.overFolder}
          </Button>
        ) : null}
      </ListDescription>
    </>
  )
  if (shown.length > 0) {
    const table: Listing['table'] = {
      label: title,
      notes: shown,
      sort,
      onNearEnd: looksHere ? undefined : loadMore,
      nearEnd: data.pages.at(-1)?.items.length ?? 0,
      total: hasNextPage ? -1 : shown.length,
      isOfAnother: notes.isPlaceholderData,
      footer: isFetchNextPageError ? (
        <ErrorBanner error={notes.error} onRetry={() => void fetchNextPage()} retrying={isFetching} />
      ) : looksHere && hasNextPage ? (
        <LoadAll {...loadAll} loaded={read.length} />
      ) : null,
    }
    return { above, table, instead: null }
  }
  const instead =
    looksHere && read.length > 0 ? (
      <EmptyState
        icon={FilterX}
        title={hasNextPage ? copy.list.notAmongLoaded : copy.list.noMatch}
        action={<Button onPress={() => onSearch(noFilters)}>{copy.clearFilters}</Button>}
      >
        {hasNextPage ? <LoadAll {...loadAll} loaded={read.length} /> : copy.list.allChecked}
        {notes.isError ? <ErrorBanner error={notes.error} onRetry={loadAll.begin} /> : null}
      </EmptyState>
    ) : hasNextPage ? (
      <EmptyState icon={FilterX} title={copy.list.emptyPage}>
        <LoadAll {...loadAll} loaded={read.length} />
        {notes.isError ? <ErrorBanner error={notes.error} onRetry={loadAll.begin} /> : null}
      </EmptyState>
    ) : (
      <NoNotes isFiltered={hasFilters(search)} onClear={() => onSearch(noFilters)} />
    )
  return { above, table: null, instead }
}

const eagerPages = 4

/** Loads the rest only on request, because there may be a hundred thousand notes. */
function LoadAll({
  begin,
  stop,
  isReading,
  loaded,
}: ReturnType<typeof useLoadAll> & { readonly loaded: number }) {
  return (
    <span className={css.loadAll}>
      <span>{copy.list.checked(loaded)}</span>
      <Button size="small" onPress={isReading ? stop : begin}>
        {isReading ? copy.list.stop : copy.list.loadAll}
      </Button>
    </span>
  )
}

function NoNotes({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  return (
    <EmptyState
      icon={isFiltered ? FilterX : Inbox}
      title={isFiltered ? copy.list.noneInDates : copy.list.none}
      action={isFiltered ? <Button onPress={onClear}>{copy.clearFilters}</Button> : null}
    >
      {isFiltered ? copy.list.noneInDatesText : copy.list.noneText}
    </EmptyState>
  )
}

function completenessOf(pages: readonly OutputOf<'notes.page'>[]) {
  return {
    incomplete: pages.at(-1)?.incomplete ?? null,
    unreadable: pages.reduce((sum, page) => sum + page.unreadable, 0),
  }
}

/** Returns the notes in the index on this computer, filtered and sorted. Works without the service. */
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
