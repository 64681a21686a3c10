import { useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, useRef } from 'react'
import { timeOf } from '#shared/deliveries/filter/filter-values.ts'
import type { Suggestion } from '#shared/notes/folder-contract.ts'
import { FilterField, isTooLong } from '#ui/filters/filter-field.tsx'
import { offerSince, type UseOffer } from '#ui/filters/use-completion.ts'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { noteEvents } from '../../../nouns/deliveries/queries.ts'
import { suggestions } from '../../../nouns/notes/folder-queries.ts'
import { noteSearch } from '../../../nouns/notes/index-queries.ts'
import { count } from '../copy.ts'
import type { NotesPageProps, NotesSearch } from '../notes-search.ts'
import { copy } from './copy.ts'
import css from './note-search.module.css'

/** Field that searches the index as the user types. `/` focuses it from anywhere on the page. */
export const NoteSearch = memo(function NoteSearch({
  q = '',
  onSearch,
}: Pick<NotesPageProps, 'onSearch'> & Pick<NotesSearch, 'q'>) {
  const readAhead = useReadAhead()
  const odd = noDay(q)
  return (
    <div className={css.search}>
      <FilterField
        label={copy.field.label}
        placeholder={copy.field.placeholder}
        asked={q}
        onAsk={(text, how) => {
          readAhead(text)
          onSearch({ q: text === '' ? undefined : text }, how)
        }}
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
 * Starts the search with the key press, and loads the event counts of the rows, while the page still navigates. The result list then
 * finds the same queries running.
 */
function useReadAhead(): (text: string) => void {
  const api = useApi()
  const cache = useQueryClient()
  return (text) => {
    if (text.trim() === '' || isTooLong(text)) return
    const search = noteSearch(api, text)
    void cache.prefetchInfiniteQuery(search).then(() => {
      const [first] = cache.getQueryData(search.queryKey)?.pages ?? []
      const ids = first?.notes.map(({ id }) => id) ?? []
      if (ids.length > 0) void cache.prefetchQuery(noteEvents(api, ids))
    })
  }
}

/** Returns the first complete `after:` or `before:` without a valid day. */
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

/** Matches a value after a key that has suggestions here, or the beginning of a key. */
const completable =
  /(?:^|\s)(?:(?:owner|folder|after|before):(?:"[^"]*|[^\s"]*)|ti|titl?e?|ow|owne?r?|fo|fold?e?r?|af|afte?r?|be|befo?r?e?)$/i
