import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { Fragment, memo, useCallback, useMemo, useRef } from 'react'
import { timeOf } from '#shared/deliveries/filter/filter-values.ts'
import type { Suggestion } from '#shared/notes/folder-contract.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/loading.tsx'
import { FilterField, isTooLong } from '#ui/filters/filter-field.tsx'
import { InputTooLong } from '#ui/filters/input-too-long.tsx'
import { offerSince, type UseOffer } from '#ui/filters/use-completion.ts'
import stackCss from '#ui/layout/stack.module.css'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import { suggestions } from '../../../nouns/notes/folder-queries.ts'
import { indexStatus, noteSearch } from '../../../nouns/notes/index-queries.ts'
import { narrowSearch } from '../../../nouns/notes/narrow-search.ts'
import { count } from '../copy.ts'
import { ListDescription } from '../list/list-description.tsx'
import type { NotesPageProps, NotesSearch } from '../notes-search.ts'
import { filterAndSort, shownSort } from '../table/note-sorting.ts'
import { NoteTable } from '../table/note-table.tsx'
import type { NoteSelection } from '../table/use-note-selection.ts'
import { copy } from './copy.ts'
import css from './note-search.module.css'
import type { TypedSearch } from './use-typed-search.ts'

export function FoundNotes({ search, onSearch, picks }: NotesPageProps & { readonly picks: NoteSelection }) {
  const api = useApi()
  const unread = isTooLong(search.q ?? '')
  const found = useInfiniteQuery({ ...noteSearch(api, search.q ?? ''), enabled: !unread })
  const { data: status } = useQuery(indexStatus(api))
  const { data, isFetching, fetchNextPage } = found
  // While the rows are placeholders, `hasNextPage` belongs to the new search, so the last visible page is used instead.
  const isPart = data?.pages.at(-1)?.next != null
  const notes = useMemo(() => data?.pages.flatMap((page) => page.notes) ?? [], [data])
  const { sort } = search
  const shown = useMemo(() => filterAndSort(notes, { sort }), [notes, sort])
  const loadMore = useCallback(() => {
    if (isPart && !isFetching) void fetchNextPage()
  }, [isPart, isFetching, fetchNextPage])
  // While the rows belong to the previous search, that search's words are highlighted.
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
          isReused
          total={isPart ? -1 : notes.length}
        />
      ) : (
        <div className={css.nothing}>
          <NothingFound soFar={status?.completeAsOf === null ? status.notes : null} />
        </div>
      )}
    </div>
  )
}

function NothingFound({ soFar }: { readonly soFar: number | null }) {
  return (
    <EmptyState icon={SearchX} title={soFar === null ? copy.found.none : copy.found.notYet}>
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

/** A field that searches the index as the user types. `/` focuses it from anywhere on the page. */
export const NoteSearch = memo(function NoteSearch({
  q = '',
  onType,
  onTyped,
}: Pick<TypedSearch, 'onType' | 'onTyped'> & Pick<NotesSearch, 'q'>) {
  const readAhead = useReadAhead()
  const odd = noDay(q)
  return (
    <div className={css.search}>
      <FilterField
        label={copy.field.label}
        placeholder={copy.field.placeholder}
        filterText={q}
        onAsk={(text) => {
          readAhead(q, text)
          onType(text)
        }}
        onLeave={onTyped}
        useOffer={useNoteOffer}
        completable={completable}
      />
      <p className={css.problem} role="status">
        {odd === null ? null : (
          <>
            <code>
              <VisibleText text={odd} />
            </code>{' '}
            isn’t a date and is searched as text. Use {odd.toLowerCase().startsWith('a') ? 'after' : 'before'}
            :2026-03-01.
          </>
        )}
      </p>
    </div>
  )
})

/**
 * Starts a search on the key press, before the page renders. Until the host responds, the previous results that still match are
 * shown.
 */
function useReadAhead(): (before: string, text: string) => void {
  const api = useApi()
  const cache = useQueryClient()
  return (before, text) => {
    if (text.trim() === '' || isTooLong(text)) return
    narrowSearch(api, cache, before, text)
    void cache.prefetchInfiniteQuery(noteSearch(api, text))
  }
}

/** Returns the first complete `after:` or `before:` that has no valid day. */
function noDay(text: string): string | null {
  const bounds = text.matchAll(/(?<=^|\s)(?:after|before):(?<day>[^\s"]+)/gi)
  for (const { 0: word, groups: { day = '' } = {} } of bounds) {
    const isDay = day.length === 10 && timeOf(day) !== null
    if (!isDay && !/^[\d-]{0,9}$/.test(day)) return word
  }
  return null
}

const useNoteOffer: UseOffer = (text, caret, wanted) => {
  const { data, isPlaceholderData } = useQuery({
    ...suggestions(useApi(), text, caret),
    enabled: wanted && !isTooLong(text),
  })
  const offeredFor = useRef(text)
  if (data && !isPlaceholderData) offeredFor.current = text
  if (!data) return undefined
  const items = data.suggestions.map((suggestion) => ({
    ...suggestion,
    isKey: suggestion.kind === 'key',
    count: countOf(suggestion),
  }))
  return offerSince(offeredFor.current, text, { ...data, items }) ?? undefined
}

function countOf({ notes, atLeast = false }: Suggestion) {
  if (notes !== null) {
    const title = `${atLeast ? 'At least ' : ''}${count(notes, 'note')}`
    return { text: `${notes.toLocaleString()}${atLeast ? '+' : ''}`, title }
  }
  return atLeast ? { text: 'not loaded', title: 'Notes not loaded yet' } : undefined
}

const completable =
  /(?:^|\s)(?:(?:owner|folder|after|before):(?:"[^"]*|[^\s"]*)|ti|titl?e?|ow|owne?r?|fo|fold?e?r?|af|afte?r?|be|befo?r?e?)$/i
