import { useQuery } from '@tanstack/react-query'
import { timeOf } from '#shared/deliveries/filter/filter-values.ts'
import type { Suggestion } from '#shared/notes/folder-contract.ts'
import { FilterField, isTooLong } from '#ui/filters/filter-field.tsx'
import type { UseOffer } from '#ui/filters/use-completion.ts'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { count } from '../copy.ts'
import { suggestions } from '../folder-queries.ts'
import type { NotesPageProps } from '../notes-search.ts'
import { copy } from './copy.ts'
import css from './note-search.module.css'

/** The field that searches the index as the user types. `/` focuses it from anywhere on the page. */
export function NoteSearch({ search, onSearch }: NotesPageProps) {
  const odd = noDay(search.q ?? '')
  return (
    <div className={css.search}>
      <FilterField
        label={copy.field.label}
        placeholder={copy.field.placeholder}
        asked={search.q ?? ''}
        onAsk={(text, how) => onSearch({ q: text === '' ? undefined : text }, how)}
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
}

/** The first complete `after:` or `before:` without a valid day. */
function noDay(text: string): string | null {
  const bounds = text.matchAll(/(?<=^|\s)(?:after|before):(?<day>[^\s"]+)/gi)
  for (const { 0: word, groups: { day = '' } = {} } of bounds) {
    const isDay = day.length === 10 && timeOf(day) !== null
    if (!isDay && !/^[\d-]{0,9}$/.test(day)) return word
  }
  return null
}

const useNoteOffer: UseOffer = (text, caret, wanted) => {
  const { data } = useQuery({ ...suggestions(useApi(), text, caret), enabled: wanted && !isTooLong(text) })
  return (
    data && {
      ...data,
      items: data.suggestions.map((suggestion) => ({
        ...suggestion,
        isKey: suggestion.kind === 'key',
        count: countOf(suggestion),
      })),
    }
  )
}

function countOf({ notes, atLeast = false }: Suggestion) {
  if (notes !== null) {
    const title = `${atLeast ? 'At least ' : ''}${count(notes, 'note')}`
    return { text: `${notes.toLocaleString()}${atLeast ? '+' : ''}`, title }
  }
  return atLeast ? { text: 'not loaded', title: 'Notes not loaded yet' } : undefined
}

/** A value after a key that has values here, or the beginning of a key. */
const completable =
  /(?:^|\s)(?:(?:owner|folder|after|before):(?:"[^"]*|[^\s"]*)|ti|titl?e?|ow|owne?r?|fo|fold?e?r?|af|afte?r?|be|befo?r?e?)$/i
