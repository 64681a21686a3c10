import { filterKeys, keyFor, pieces, readDeliveryFilter } from './filter.ts'
import { joinsNothingYet } from './filter-or.ts'

/** A filter, split into its finished terms and the text that is still being typed. */
export interface SplitFilter {
  readonly terms: readonly string[]
  readonly draft: string
}

/** Splits a filter. Trailing words without a key, which search payloads, are the draft. Everything before them is finished. */
export function splitFilter(text: string): SplitFilter {
  const found = [...text.matchAll(pieces)]
  const { terms } = readDeliveryFilter(text)
  let first = found.length
  while (first > 0 && isText(found[first - 1], terms[first - 1]?.problem?.kind)) first -= 1
  const at = found[first]?.index ?? text.length
  return { terms: found.slice(0, first).map(([word]) => closed(word)), draft: text.slice(at).trim() }
}

function isText(match: RegExpMatchArray | undefined, problem: string | undefined): boolean {
  const { not, key, plain } = match?.groups ?? {}
  return (
    not === undefined &&
    key === undefined &&
    plain !== undefined &&
    problem !== 'no-value' &&
    problem !== 'or'
  )
}

/** Adds a missing closing quotation mark. Without it, the quotation would include the terms that follow. */
function closed(word: string): string {
  const [match] = word.matchAll(pieces)
  const isOpen = match?.groups?.quoted !== undefined && !/"[^"]*"$/.test(word)
  return isOpen ? `${word}"` : word
}

export function joinFilter({ terms, draft }: SplitFilter): string {
  return [...terms, draft.trim()].filter(Boolean).join(' ')
}

/** Matches a term with a key that ends at a space, including an `or` before it. Its quotation marks must be closed. */
const keyedTerm = /(?<=^|\s)(?:(?:or|\|{1,2})\s+)?-?[a-z]+:(?!\/\/)(?:"[^"]*"|[^\s"]+)(?=\s)/giu

/**
 * Removes finished terms with a key from the text. For example, `verdict:stale bud` becomes the term `verdict:stale` and the text
 * `bud`. Drops spaces between a key and its value. Adjusts `caret` to the remaining text.
 */
export function finishTerms(
  text: string,
  caret: number,
): { readonly terms: readonly string[]; readonly draft: string; readonly caret: number } {
  const joined = text.replace(/(?<=^|\s)(-?)([a-z]+):[ \t]+/giu, (whole, not: string, key: string) =>
    keyFor(key.toLowerCase()) === null ? whole : `${not}${key}:`,
  )
  const at = Math.max(0, caret - (text.length - joined.length))
  const terms: string[] = []
  let before = 0
  const rest = joined.replace(keyedTerm, (term, index: number) => {
    terms.push(...[...term.matchAll(pieces)].map(([word]) => word))
    if (index < at) before += Math.min(term.length, at - index)
    return ''
  })
  if (terms.length === 0) return { terms, draft: joined, caret: at }
  const draft = rest.replace(/\s+/g, ' ').trimStart()
  return { terms, draft, caret: Math.max(0, Math.min(draft.length, at - before)) }
}

/** Converts the typed text to finished terms. With `keyed`, converts only terms that have a key and a value. */
export function takeTerms(draft: string, keyed: boolean): SplitFilter {
  const found = [...draft.matchAll(pieces)]
  const isTaken = ({ 0: word, groups }: RegExpMatchArray) =>
    !isKeyAlone(word) && (!keyed || groups?.key !== undefined)
  const words = (wanted: boolean) => found.filter((match) => isTaken(match) === wanted).map(([word]) => word)
  return { terms: words(true).map(closed), draft: words(false).join(' ') }
}

/** Returns whether a word is a key or could become one. The search leaves out such a word until it is finished. */
export function isHalfTyped(word: string): boolean {
  const typed = word.replace(/^-/, '').toLowerCase()
  if (typed === '') return word === '-'
  return /^[a-z]+:(?!\/\/)/.test(typed) || filterKeys.some((key) => key.startsWith(typed))
}

/**
 * Returns the part of a filter that is searched while the user types. Leaves out draft terms with a key, and a half-typed word at
 * the caret.
 */
export function searchedSoFar({ terms, draft }: SplitFilter, caret: number | null): string {
  const words = [...draft.matchAll(pieces)].filter((match) => {
    const [word] = match
    if (match.groups?.key !== undefined || isKeyAlone(word)) return false
    const isAtCaret = caret !== null && caret >= match.index && caret <= match.index + word.length
    return !(isAtCaret && (isHalfTyped(word) || readDeliveryFilter(word).problems.length > 0))
  })
  const said = joinFilter({ terms, draft: words.map(([word]) => word).join(' ') })
  return draft.trim() === '' ? said : said.replace(joinsNothingYet, '')
}

const isKeyAlone = (word: string) =>
  /^-?[a-z]+:$/i.test(word) && keyFor(word.replace(/^-|:$/g, '').toLowerCase()) !== null
