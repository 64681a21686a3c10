import { commonWords } from '#shared/notes/common-words.ts'
import { folded, foldedPlaces } from '#shared/notes/folded.ts'
import { piecesOf, type SearchKey, wordsIn } from '#shared/notes/search-terms.ts'
import { joinRanges, type Range } from '#ui/text/marked-text.tsx'

/** Returns the search words that apply to titles, in the form used for comparison. */
export const wordsInTitles = (search: string): readonly string[] => wordsOf(search, ['title'])

/** Returns the search words that apply to the text of notes, in the form used for comparison. */
export const wordsInText = (search: string): readonly string[] => wordsOf(search, ['text', 'transcript'])

/** Returns the words without a key and those with one of these keys. */
const wordsOf = (search: string, keys: readonly SearchKey[]): readonly string[] =>
  piecesOf(search)
    .filter(({ key }) => key === null || keys.includes(key))
    .flatMap(({ phrase, word }) => (phrase === null ? wordsIn(word) : [phrase]))
    .map((word) => folded(word).trim())
    .filter((word) => word !== '')

/**
 * Returns where the words of a search occur in a title, ignoring case, accents and width. A word matches whole words, and the
 * last one also the beginning of a word. With `findsInside`, a word of at least three letters that does not occur so matches
 * inside words, as in a search of titles. The ranges are sorted and do not overlap.
 */
export function matchesIn(title: string, words: readonly string[], findsInside: boolean): readonly Range[] {
  if (words.length === 0) return []
  const { key, places } = foldedPlaces(title)
  const isJoined = (at: number) => isLetter.test(key[at - 1] ?? '') && isLetter.test(key[at] ?? '')
  const found = words.flatMap((word, index) => {
    const starts: number[] = []
    for (let at = key.indexOf(word); at >= 0; at = key.indexOf(word, at + word.length)) starts.push(at)
    const isLast = index === words.length - 1
    const apart = starts.filter((at) => !isJoined(at) && (isLast || !isJoined(at + word.length)))
    const shown = apart.length > 0 ? apart : findsInside && word.length >= shortestInside ? starts : []
    return shown.map(
      (at): Place => ({
        word: index,
        range: [places[at] ?? 0, places[at + word.length] ?? title.length],
      }),
    )
  })
  return joinRanges(withoutCommon(title, inOrder(found), words).map(({ range }) => range))
}

/** A place in a text where one of the search's words occurs. */
export interface Place {
  readonly word: number
  readonly range: Range
}

/**
 * Returns where the words of a search occur in the text of a note, in order. As in the host, a word matches whole words with any
 * punctuation or emoji between them, and the last one also the beginning of a word.
 */
export function placesInText(text: string, words: readonly string[]): readonly Place[] {
  const patterns = words.map((word, index) => patternOf(word, index === words.length - 1))
  if (patterns.every((pattern) => pattern === null)) return []
  const { key, places } = foldedPlaces(text)
  const found = patterns.flatMap((pattern, word) =>
    (pattern === null ? [] : [...key.matchAll(pattern)]).map(
      ({ 0: found, index }): Place => ({
        word,
        range: [places[index] ?? 0, places[index + found.length] ?? text.length],
      }),
    ),
  )
  return withoutCommon(text, inOrder(found), words)
}

const inOrder = (found: readonly Place[]) => found.toSorted((a, b) => a.range[0] - b.range[0])

/** Leaves out common words such as *the*, except beside another searched word or if all searched words are common. */
function withoutCommon(text: string, found: readonly Place[], words: readonly string[]): readonly Place[] {
  if (words.every((word) => commonWords.has(word))) return found
  const runs: { readonly places: Place[]; end: number; isCommon: boolean }[] = []
  for (const place of found) {
    const [from, to] = place.range
    const isCommon = commonWords.has(words[place.word] ?? '')
    const last = runs.at(-1)
    if (last && text.slice(last.end, from).trim() === '') {
      last.places.push(place)
      last.end = Math.max(last.end, to)
      last.isCommon &&= isCommon
    } else runs.push({ places: [place], end: to, isCommon })
  }
  return runs.flatMap(({ places, isCommon }) => (isCommon ? [] : places))
}

/** Returns `null` for a word without letters. */
function patternOf(word: string, isBeginning: boolean): RegExp | null {
  const parts = word.match(/[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu)
  if (parts === null) return null
  const { source } = isLetter
  const start = isLetter.test(parts[0] ?? '') ? `(?<!${source})` : ''
  const end = isBeginning || !isLetter.test(parts.at(-1) ?? '') ? '' : `(?!${source})`
  return new RegExp(`${start}${parts.join('[^\\p{L}\\p{N}]*')}${end}`, 'gu')
}

/** Returns the place where the most words of the search are near, and of several such places the one where they are nearest. */
export function bestPlace(found: readonly Place[]): Place | undefined {
  let best: { readonly place: Place; readonly words: number; readonly length: number } | undefined
  for (const [at, place] of found.entries()) {
    const [from] = place.range
    const words = new Set<number>()
    let length = 0
    for (const { word, range } of found.slice(at, at + mostNear)) {
      if (range[0] >= from + nearChars) break
      if (!words.has(word)) length = range[0] - from
      words.add(word)
    }
    const isBetter = best && (words.size > best.words || (words.size === best.words && length < best.length))
    if (!best || isBetter) best = { place, words: words.size, length }
  }
  return best?.place
}

const nearChars = 140
const mostNear = 40

/** Minimum length of a word that a search of titles finds inside other words. */
const shortestInside = 3
/** Chinese and Japanese don't put spaces between words, so every character starts a word. */
const isLetter = /(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}])[\p{L}\p{N}]/u
