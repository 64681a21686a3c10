import type { TextMatch } from '#shared/notes/index-contract.ts'
import { piecesOf, type SearchKey, wordsIn } from '#shared/notes/search-terms.ts'
import { folded, withWordsApart } from '../folded.ts'
import { firstSortKey, lastSortKey } from '../sort-key.ts'

/** A parsed search. User text appears only inside quoted phrases and bound values. */
export interface SearchQuery {
  /** FTS5 expression for words. `null` if the text contains no word. */
  readonly words: string | null
  /** FTS5 expressions for infixes, and for words that are too short for them. `null` if no term is long enough. */
  readonly infixes: { readonly match: string; readonly words: string | null } | null
  /** Punctuation and symbols. They are too short for the full-text index, so they are matched literally. */
  readonly signs: readonly Sign[]
  readonly from: number
  readonly to: number
}

export interface Sign {
  /** Whether to search in names of folders, instead of all other fields. */
  readonly inFolder: boolean
  readonly text: string
}

interface Term {
  readonly field: Exclude<SearchKey, 'after' | 'before'> | null
  readonly text: string
  /** Whether the term was quoted. It then matches these whole words in this order. */
  readonly exact: boolean
}

const mostTerms = 32

/** Parses a search of titles. Any text is valid. An invalid filter counts as words. Nothing matches `text:` and `transcript:`. */
export function parseSearch(text: string): SearchQuery {
  const { terms, from, to } = termsOf(text)
  if (terms.some(isOfText)) return { words: null, infixes: null, signs: [], from: lastSortKey, to: 0 }
  return { ...expressions(terms, terms.at(-1)), from, to }
}

/**
 * Parses a search of stored text: the terms that the text must contain, and the rest of the query. `isBeginning` means that the
 * term's last word may continue, and `parts` limits the term to some parts of a note.
 */
export function parseTextSearch(text: string) {
  const { terms, from, to } = termsOf(text)
  const last = terms.at(-1)
  return {
    terms: terms.flatMap((term) => {
      const { field, text, exact } = term
      if (field !== null && field !== 'text' && field !== 'transcript') return []
      return { text, isBeginning: term === last && !exact, parts: field && partsOfKey[field] }
    }),
    fields: {
      ...expressions(
        terms.filter((term) => term.field !== null && !isOfText(term)),
        last,
      ),
      from,
      to,
    },
  }
}

const partsOfKey: Readonly<Record<'text' | 'transcript', readonly TextMatch['part'][]>> = {
  text: ['summary', 'private', 'transcript'],
  transcript: ['transcript'],
}

const isOfText = ({ field }: Term) => field === 'text' || field === 'transcript'

function termsOf(text: string): { readonly terms: Term[]; readonly from: number; readonly to: number } {
  const terms: Term[] = []
  let from = 0
  let to = lastSortKey
  for (const { key, phrase, word, whole } of piecesOf(text)) {
    if (key === 'after' || key === 'before') {
      const day = phrase === null ? midnight(word) : null
      if (day !== null) {
        if (key === 'after') from = Math.max(from, firstSortKey(day.next))
        else to = Math.min(to, firstSortKey(day.itself) - 1)
      } else if (phrase !== null || !/^[\d-]{0,9}$/.test(word)) {
        terms.push(...plain(whole))
      }
    } else terms.push(...(phrase === null ? plain(word, key) : [{ field: key, text: phrase, exact: true }]))
  }
  return { terms: terms.slice(0, mostTerms), from, to }
}

const plain = (text: string, field: Term['field'] = null): Term[] =>
  wordsIn(text).map((word) => ({ field, text: word, exact: false }))

function expressions(
  terms: readonly Term[],
  last: Term | undefined,
): Pick<SearchQuery, 'words' | 'infixes' | 'signs'> {
  const asWords = terms.filter(({ text }) => isWord(text))
  const long = terms.filter(({ text, exact }) => !exact && [...folded(text).trim()].length >= 3)
  const others = asWords.filter((term) => !long.includes(term))
  const wordsOf = (some: readonly Term[]) =>
    conjunction(some, (term) => {
      const isBeginning = term === last && !term.exact
      return `${quoted(withWordsApart(folded(term.text)))}${isBeginning ? ' *' : ''}`
    })
  const signs = terms.filter((term) => !isWord(term.text) && !long.includes(term) && term.text.trim() !== '')
  const noWords = terms.some((term) => !isWord(term.text) && long.includes(term))
  return {
    words: noWords ? null : wordsOf(asWords),
    infixes:
      long.length === 0
        ? null
        : {
            match: conjunction(long, ({ text }) => quoted(folded(text).trim())) ?? '',
            words: wordsOf(others),
          },
    signs: signs.map(({ field, text }) => ({ inFolder: field === 'folder', text })),
  }
}

function conjunction(terms: readonly Term[], phraseOf: (term: Term) => string): string | null {
  if (terms.length === 0) return null
  return (
    terms
      // Names of folders match only with `folder:`, because they would otherwise hide matches in titles.
      .map((term) => `${term.field ?? '- folder'} : ${phraseOf(term)}`)
      .join(' AND ')
  )
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const isWord = (text: string) => /[\p{L}\p{N}]/u.test(folded(text))

/** Returns midnight of a day and of the following day in the local time zone. `null` for an invalid date. */
function midnight(text: string): { readonly itself: number; readonly next: number } | null {
  const [year = 0, month = 0, day = 0] = /^\d{4}-\d{2}-\d{2}$/.test(text) ? text.split('-').map(Number) : []
  const itself = new Date(year, month - 1, day)
  if (year < 1000 || itself.getMonth() !== month - 1 || itself.getDate() !== day) return null
  return { itself: itself.getTime(), next: new Date(year, month - 1, day + 1).getTime() }
}
