import type { QueryClient } from '@tanstack/react-query'
import { folded } from '#shared/notes/folded.ts'
import type { NoteEvents, NoteListItem } from '#shared/notes/model.ts'
import { ownerKey, titleKey } from '#shared/notes/words.ts'
import type { Client } from '#shared/rpc/client.ts'
import { keys } from '../../host/query-keys.ts'
import { noteSearch } from './index-queries.ts'

/**
 * Filters the complete results of the search `before`, and stores them as the results of the longer search `text` until the host
 * responds. Does nothing if the longer search may match other notes.
 */
export function narrowSearch(api: Client, cache: QueryClient, before: string, text: string): void {
  const { queryKey } = noteSearch(api, text)
  const [page, ...more] = cache.getQueryData(noteSearch(api, before).queryKey)?.pages ?? []
  const holds = narrowing(before, text)
  const isComplete = page?.next === null && more.length === 0
  if (!holds || !isComplete || cache.getQueryData(queryKey) !== undefined) return
  const eventsOf = (notes: readonly NoteListItem[]) => keys.deliveries.noteEvents(notes.map(({ id }) => id))
  const known = cache.getQueryData<readonly NoteEvents[]>(eventsOf(page.notes)) ?? page.events
  const notes = page.notes.filter(holds)
  const ids = new Set(notes.map(({ id }) => id))
  const events = known.filter(({ id }) => ids.has(id))
  cache.setQueryData(eventsOf(notes), events)
  cache.setQueryData(queryKey, { pages: [{ ...page, notes, events }], pageParams: [null] })
  // The results are marked as outdated, so that they are requested again even if the first request is canceled.
  void cache.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
}

/**
 * Returns a filter that keeps those results of the search `before` that `text` matches too. Returns `null` if `text` could also
 * match other notes, because the host matches words of one or two letters only at the start of a word, and longer ones anywhere.
 */
export function narrowing(before: string, text: string): ((note: NoteListItem) => boolean) | null {
  const [terms, now] = [termsOf(before), termsOf(text)]
  const last = terms?.at(-1) ?? ''
  if (!terms || !now?.[terms.length - 1]?.startsWith(last) || last.length < partLength) return null
  if (terms.slice(0, -1).some((term, at) => term !== now[at])) return null
  const added = now.slice(terms.length - 1)
  return (note) => {
    const fields = [titleKey(note), ownerKey(note), folded(note.id)]
    return added.every((term, at) => {
      if (term.length >= partLength) return fields.some((field) => field.includes(term))
      const end = at === added.length - 1 ? '' : `(?!${letter})`
      const word = new RegExp(`(?<!${letter})${term}${end}`, 'u')
      return fields.some((field) => word.test(field))
    })
  }
}

const partLength = 3
const mostTerms = 32

/** Matches a character that continues a word. Excludes Chinese and Japanese, which the host splits into single characters. */
const letter = '(?:(?![\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}])[\\p{L}\\p{N}\\p{Co}])'

/**
 * Returns the words of a search. `null` unless all are plain Latin letters and digits, which the host and the page match alike.
 */
function termsOf(text: string): readonly string[] | null {
  const terms = text.split(/\s+/u).flatMap((word) => (word === '' ? [] : folded(word)))
  return terms.length <= mostTerms && terms.every((term) => /^[a-z0-9]+$/.test(term)) ? terms : null
}
