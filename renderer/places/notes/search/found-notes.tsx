import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Heading, SearchX, TextSearch } from 'lucide-react'
import { Fragment, memo, useCallback, useEffect, useMemo, useRef } from 'react'
import { timeOf } from '#shared/deliveries/filter/filter-values.ts'
import { nearestWord } from '#shared/deliveries/filter/filter-words.ts'
import type { Suggestion } from '#shared/notes/folder-contract.ts'
import { piecesOf, searchKeys } from '#shared/notes/search-terms.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/loading.tsx'
import { FilterField, isTooLong } from '#ui/filters/filter-field.tsx'
import { InputTooLong } from '#ui/filters/input-too-long.tsx'
import { offerSince, type UseOffer } from '#ui/filters/use-completion.ts'
import { focusItem } from '#ui/hooks/focus.ts'
import stackCss from '#ui/layout/stack.module.css'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import { suggestions } from '../../../nouns/notes/folder-queries.ts'
import { indexStatus, noteSearch, type SearchScope } from '../../../nouns/notes/index-queries.ts'
import { narrowSearch } from '../../../nouns/notes/narrow-search.ts'
import { textStatus } from '../../../nouns/notes/text-queries.ts'
import { count } from '../copy.ts'
import { ListDescription } from '../list/list-description.tsx'
import type { NotesPageProps, NotesSearch } from '../notes-search.ts'
import { filterAndSort, shownSort } from '../table/note-sorting.ts'
import { NoteTable, tabOf } from '../table/note-table.tsx'
import type { NoteSelection } from '../table/use-note-selection.ts'
import { copy } from './copy.ts'
import css from './note-search.module.css'
import type { TypedSearch } from './use-typed-search.ts'

export function FoundNotes({
  search,
  onSearch,
  picks,
  opensFirst,
  onOpened,
  onScope,
}: NotesPageProps & {
  readonly picks: NoteSelection
  /** Whether the first note is opened when the search has ended. */
  readonly opensFirst: boolean
  readonly onOpened: () => void
  readonly onScope: (scope: SearchScope) => void
}) {
  const api = useApi()
  const unread = isTooLong(search.q ?? '')
  const found = useInfiniteQuery({
    ...noteSearch(api, search.q ?? '', search.in),
    enabled: !unread && search.in !== undefined,
  })
  const { data: status } = useQuery(indexStatus(api))
  // Reading `isFetching` here would add a render to each search.
  const { data, fetchNextPage } = found
  // While the rows are placeholders, `hasNextPage` belongs to the new search, so the last visible page is used instead.
  const isPart = data?.pages.at(-1)?.next != null
  const notes = useMemo(() => data?.pages.flatMap((page) => page.notes) ?? [], [data])
  const { sort } = search
  const shown = useMemo(() => filterAndSort(notes, { sort }), [notes, sort])
  const loadMore = useCallback(() => {
    if (data && isPart) void fetchNextPage({ cancelRefetch: false })
  }, [data, isPart, fetchNextPage])
  // A page may have no rows although later ones do, because the host limits the time to search the text.
  const isSearchingOn = isPart && notes.length === 0
  useEffect(() => {
    if (isSearchingOn) loadMore()
  }, [isSearchingOn, loadMore])
  const first = opensFirst && data && !found.isPlaceholderData && !isSearchingOn ? shown[0] : undefined
  useEffect(() => {
    if (!first) return
    onOpened()
    onSearch({ note: first.id, ...tabOf(first.match) })
    focusItem('note-detail')
  }, [first, onOpened, onSearch])
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
  if (!data || (isSearchingOn && !found.isError)) {
    return found.isError ? (
      <ErrorState error={found.error} onRetry={() => void found.refetch()} retrying={found.isFetching} />
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
          isTall={search.in === 'everything'}
          total={isPart ? -1 : notes.length}
        />
      ) : (
        <div className={css.nothing}>
          <NothingFound
            soFar={status?.completeAsOf === null ? status.notes : null}
            texts={data.pages[0]?.textsOf ?? null}
            onEverything={search.in === 'everything' ? null : () => onScope('everything')}
          />
        </div>
      )}
    </div>
  )
}

function NothingFound({
  soFar,
  texts,
  onEverything,
}: {
  /** The number of indexed notes, while the index is incomplete. */
  readonly soFar: number | null
  readonly texts: OutputOf<'notes.search'>['textsOf']
  /** Searches the text too. `null` if it was searched. */
  readonly onEverything: (() => void) | null
}) {
  const { data: kept } = useQuery(textStatus(useApi()))
  const isTextPart = texts != null && texts.read < texts.total
  return (
    <EmptyState
      icon={SearchX}
      title={soFar === null && !isTextPart ? copy.found.none : copy.found.notYet}
      action={
        onEverything === null ? null : (
          <Button icon={<TextSearch size={14} aria-hidden />} onPress={onEverything}>
            {copy.found.everything}
          </Button>
        )
      }
    >
      {soFar === null ? null : copy.found.soFar(soFar)}
      {isTextPart ? copy.found.textsSoFar(texts.read, texts.total) : null}
      {kept?.state === 'off' ? copy.found.textsOff : null}
      {copy.found.covers[onEverything === null ? 'everything' : 'titles']}
      <dl className={css.examples}>
        {[...copy.found.examples, ...(onEverything === null ? copy.found.textExamples : [])].map(
          ([typed, meaning]) => (
            <Fragment key={typed}>
              <dt>{typed}</dt>
              <dd>{meaning}</dd>
            </Fragment>
          ),
        )}
      </dl>
    </EmptyState>
  )
}

/**
 * A field that searches the index as the user types. `/` focuses it from anywhere on the page, and Enter opens the first note
 * found.
 */
export const NoteSearch = memo(function NoteSearch({
  q = '',
  scope,
  onType,
  onTyped,
  onEnter,
  onScope,
}: Pick<TypedSearch, 'onType' | 'onTyped'> &
  Pick<NotesSearch, 'q'> & {
    readonly scope: SearchScope | undefined
    readonly onEnter: (text: string) => void
    readonly onScope: (scope: SearchScope) => void
  }) {
  const readAhead = useReadAhead(scope)
  const problem = problemIn(q, scope)
  return (
    <div className={css.search}>
      <FilterField
        label={copy.field.label}
        placeholder={copy.field.placeholder[scope ?? 'titles']}
        filterText={q}
        onAsk={(text) => {
          onType(text, readAhead(q, text))
        }}
        onLeave={onTyped}
        onEnter={onEnter}
        useOffer={useNoteOffer}
        completable={completable}
        end={<ScopeSwitch scope={scope ?? 'titles'} onScope={onScope} />}
      />
      <p className={css.problem} role="status">
        {problem === null ? null : (
          <>
            <code>
              <VisibleText text={problem.word} />
            </code>{' '}
            {problem.words}
          </>
        )}
      </p>
    </div>
  )
})

const ScopeSwitch = memo(function ScopeSwitch({
  scope,
  onScope,
}: {
  readonly scope: SearchScope
  readonly onScope: (scope: SearchScope) => void
}) {
  return (
    <RadioGroup
      className={css.scope}
      label={copy.field.scope}
      hideLabel
      look="segments"
      value={scope}
      onChange={(value) => onScope(value as SearchScope)}
    >
      {scopes.map(({ id, icon: Icon }) => (
        <Radio key={id} value={id}>
          <span title={`${copy.field.scopes[id]} (Alt+E)`}>
            <Icon size={14} aria-hidden />
            <span>{copy.field.scopes[id]}</span>
          </span>
        </Radio>
      ))}
    </RadioGroup>
  )
})

const scopes = [
  { id: 'titles', icon: Heading },
  { id: 'everything', icon: TextSearch },
] as const

/**
 * Starts a search on the key press. Returns a promise that resolves when the search has ended, or `null` if there are results to
 * show already. Those may be the previous results that still match.
 */
function useReadAhead(
  scope: SearchScope | undefined,
): (before: string, text: string) => Promise<void> | null {
  const api = useApi()
  const cache = useQueryClient()
  const last = useRef('')
  return (before, text) => {
    const { queryKey } = noteSearch(api, last.current, scope)
    const isShown = (cache.getQueryCache().find({ queryKey, exact: true })?.getObserversCount() ?? 0) > 0
    if (!isShown && last.current !== text) void cache.cancelQueries({ queryKey, exact: true })
    last.current = text
    if (text.trim() === '' || isTooLong(text) || scope === undefined) return null
    if (scope === 'titles') narrowSearch(api, cache, before, text)
    const search = noteSearch(api, text, scope)
    const isReady = cache.getQueryData(search.queryKey) !== undefined
    const ready = cache.prefetchInfiniteQuery(search)
    return isReady ? null : ready
  }
}

/** Returns the first term that finds less than the user may expect: a date or key with a typo, or a search of text among titles. */
function problemIn(text: string, scope: SearchScope | undefined) {
  for (const { key, phrase, word, whole } of piecesOf(text)) {
    if (key === 'after' || key === 'before') {
      const isDay = word.length === 10 && timeOf(word) !== null
      if (phrase === null && !isDay && !/^[\d-]{0,9}$/.test(word))
        return { word: whole, words: copy.problems.noDay(key) }
    } else if ((key === 'text' || key === 'transcript') && scope === 'titles') {
      return { word: whole, words: copy.problems.ofText }
    } else if (key === null && phrase === null) {
      const typed = /^(?<key>\p{L}+):./u.exec(word)?.groups?.key
      const near = typed === undefined ? null : nearestWord(typed, searchKeys)
      if (near !== null) return { word: `${typed}:`, words: copy.problems.noKey(near) }
    }
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

/** The beginnings of keys, from two letters on. They are suggested only for the first word and after a term, not in a sentence. */
const begun = searchKeys.flatMap((key) => Array.from(key.slice(1), (_, at) => key.slice(0, at + 2)))
const completable = new RegExp(
  String.raw`(?:(?:^|\s)(?:owner|folder|after|before):(?:"[^"]*|[^\s"]*)|(?:^|:(?:"[^"]*"|[^\s"]+)\s)\s*(?:${begun.join('|')}))$`,
  'i',
)
