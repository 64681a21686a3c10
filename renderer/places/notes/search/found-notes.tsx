import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { Fragment, useCallback, useMemo, useRef } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { isTooLong } from '#ui/filters/filter-field.tsx'
import { InputTooLong } from '#ui/filters/input-too-long.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import { indexStatus, noteSearch } from '../../../nouns/notes/index-queries.ts'
import { count } from '../copy.ts'
import { ListDescription } from '../list/list-description.tsx'
import type { NotesPageProps } from '../notes-search.ts'
import { filterAndSort, shownSort } from '../table/note-sorting.ts'
import { NoteTable } from '../table/note-table.tsx'
import type { NoteSelection } from '../table/use-note-selection.ts'
import { copy } from './copy.ts'
import css from './note-search.module.css'

/** Shows the search results of the index, last updated first. */
export function FoundNotes({ search, onSearch, picks }: NotesPageProps & { readonly picks: NoteSelection }) {
  const api = useApi()
  const unread = isTooLong(search.q ?? '')
  const found = useInfiniteQuery({ ...noteSearch(api, search.q ?? ''), enabled: !unread })
  const { data: status } = useQuery(indexStatus(api))
  const { data, isFetching, fetchNextPage } = found
  // Read from the results on screen. While they are placeholders, `hasNextPage` belongs to the next search.
  const isPart = data?.pages.at(-1)?.next != null
  const notes = useMemo(() => data?.pages.flatMap((page) => page.notes) ?? [], [data])
  const { sort } = search
  const shown = useMemo(() => filterAndSort(notes, { sort }), [notes, sort])
  const loadMore = useCallback(() => {
    if (isPart && !isFetching) void fetchNextPage()
  }, [isPart, isFetching, fetchNextPage])
  // While the rows still belong to the previous search, its words are marked in them.
  const searched = useRef('')
  if (data && !found.isPlaceholderData) searched.current = search.q ?? ''
  const words = isPart
    ? `${notes.length.toLocaleString()}+ notes found`
    : `${count(notes.length, 'note')} found`

  if (unread) {
    return (
      <InputTooLong what="search" onClear={() => onSearch({ q: undefined })}>
        {copy.found.shorten}
      </InputTooLong>
    )
  }
  if (!data) {
    return found.isError ? (
      <ErrorState error={found.error} onRetry={() => void found.refetch()} retrying={isFetching} />
    ) : (
      <Skeleton label={copy.found.searching} lines={6} />
    )
  }
  return (
    <div className={stackCss.fill}>
      <LiveStatus>{words}</LiveStatus>
      <ListDescription
        words={search.sort === undefined ? [] : [`Sorted within ${words.replace(' found', '')}.`]}
      />
      {notes.length > 0 ? (
        <NoteTable
          label={copy.found.label}
          notes={shown}
          search={search}
          searched={searched.current}
          sort={shownSort(search, 'found')}
          onSearch={onSearch}
          picks={picks}
          onNearEnd={loadMore}
          total={isPart ? -1 : notes.length}
        />
      ) : (
        <div className={css.nothing}>
          <NothingFound
            soFar={status?.completeAsOf === null ? status.notes : null}
            onWhy={() => onSearch({ why: search.q ?? '' })}
          />
        </div>
      )}
    </div>
  )
}

/** Shows examples of what a search can contain. */
function NothingFound({ soFar, onWhy }: { readonly soFar: number | null; readonly onWhy: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title={soFar === null ? copy.found.none : copy.found.notYet}
      action={<Button onPress={onWhy}>{copy.why.title}</Button>}
    >
      {soFar === null ? null : copy.found.soFar(soFar)}
      {copy.found.covers}
      <dl className={css.examples}>
        {copy.found.examples.map(([typed, meaning]) => (
          <Fragment key={typed}>
            <dt>{typed}</dt>
            <dd>{meaning}</dd>
          </Fragment>
        ))}
      </dl>
    </EmptyState>
  )
}
