import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { Fragment, useCallback, useMemo } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { isTooLong } from '#ui/filters/completing-field.tsx'
import { InputTooLong } from '#ui/filters/input-too-long.tsx'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import { indexStatus, noteSearch } from '../index-queries.ts'
import { ListDescription } from '../list/list-description.tsx'
import { count } from '../list/list-warnings.ts'
import type { NotesPageProps } from '../notes-search.ts'
import { filterAndSort } from '../table/note-sorting.ts'
import { NoteTable } from '../table/note-table.tsx'
import type { NoteSelection } from '../table/use-note-selection.ts'
import css from './note-search.module.css'

/** What the index holds for the words in the address, the last updated first. */
export function FoundNotes({ search, onSearch, picks }: NotesPageProps & { readonly picks: NoteSelection }) {
  const api = useApi()
  const unread = isTooLong(search.q ?? '')
  const found = useInfiniteQuery({ ...noteSearch(api, search.q ?? ''), enabled: !unread })
  const { data: status } = useQuery(indexStatus(api))
  const { data, isFetching, fetchNextPage } = found
  // Of what is shown: while it stays in view for the next letter, `hasNextPage` speaks of what is not there yet.
  const isPart = data?.pages.at(-1)?.next != null
  const notes = useMemo(() => data?.pages.flatMap((page) => page.notes) ?? [], [data])
  const { sort } = search
  const shown = useMemo(() => filterAndSort(notes, { sort }), [notes, sort])
  const loadMore = useCallback(() => {
    if (isPart && !isFetching) void fetchNextPage()
  }, [isPart, isFetching, fetchNextPage])
  const words = isPart
    ? `${count(notes.length, 'note')} found, and more`
    : `${count(notes.length, 'note')} found`

  if (unread) {
    return (
      <InputTooLong what="search" onClear={() => onSearch({ q: undefined })}>
        Shorten it above.
      </InputTooLong>
    )
  }
  if (!data) {
    return found.isError ? (
      <ErrorState error={found.error} onRetry={() => void found.refetch()} retrying={isFetching} />
    ) : (
      <Skeleton label="Searching" lines={6} />
    )
  }
  return (
    <div className={css.found}>
      <LiveStatus>{words}</LiveStatus>
      <ListDescription
        words={search.sort === undefined ? [] : [`Sorted here among ${words.replace(' found', '')}.`]}
      />
      {notes.length > 0 ? (
        <NoteTable
          label="Notes found"
          notes={shown}
          search={search}
          onSearch={onSearch}
          picks={picks}
          onNearEnd={loadMore}
          total={isPart ? -1 : notes.length}
          footer={words}
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

/** Teaches what can be asked. */
function NothingFound({ soFar, onWhy }: { readonly soFar: number | null; readonly onWhy: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title={soFar === null ? 'No note found' : 'Not found so far'}
      action={<Button onPress={onWhy}>Why don’t I see a note?</Button>}
    >
      {soFar === null
        ? null
        : `${count(soFar, 'note')} were read so far, and the search goes on as more come. `}
      The search covers titles, owners and ids, not the text of notes. Every word must match.
      <dl className={css.examples}>
        {examples.map(([typed, meaning]) => (
          <Fragment key={typed}>
            <dt>{typed}</dt>
            <dd>{meaning}</dd>
          </Fragment>
        ))}
      </dl>
    </EmptyState>
  )
}

const examples = [
  ['title:budget', 'only in titles'],
  ['owner:mara', 'only in owners'],
  ['folder:board', 'in a folder of that name, or below it'],
  ['after:2026-01-31', 'updated after that day; also before:'],
  ['"annual plan"', 'these words, in this order'],
] as const
