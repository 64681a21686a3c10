import { folded, foldedPlaces } from '#shared/notes/folded.ts'
import { joinRanges, type Range } from '#ui/text/ranges.ts'
import type { PaletteItem } from './item.ts'

/** Maximum length of a label that is searched and shown, in UTF-16 code units. */
export const longestLabel = 240

/** Splits the typed text into folded words. An item must match all of them. */
export const wordsOf = (typed: string): readonly string[] =>
  folded(typed)
    .split(/\s+/u)
    .filter((word) => word !== '')

/**
 * Ranks how well an item matches: 0 its name begins with the text, 1 words of its name do, 2 its name contains the words, 3 its detail or
 * other words match; `null` if it does not match.
 */
export function rankOf({ label, detail = '', words: more = '' }: PaletteItem, words: readonly string[]) {
  const name = folded(label.slice(0, longestLabel))
  if (name.startsWith(words.join(' '))) return 0
  const isAtStart = (text: string, word: string) => text.startsWith(word) || text.includes(` ${word}`)
  if (words.every((word) => isAtStart(name, word))) return 1
  if (words.every((word) => name.includes(word))) return 2
  const rest = `${name} ${folded(detail.slice(0, longestLabel))} ${folded(more)}`
  return words.every((word) => isAtStart(rest, word) || name.includes(word)) ? 3 : null
}

/** Returns the ranges of the words in a label, sorted and without overlap. */
export function rangesIn(label: string, words: readonly string[]): readonly Range[] {
  if (words.length === 0) return []
  const { key, places } = foldedPlaces(label)
  const found: Range[] = []
  for (const word of words) {
    const inWord = key.indexOf(word)
    const atStart = key.startsWith(word) ? 0 : key.indexOf(` ${word}`) + 1
    // Marks one occurrence of each word, which is enough to explain the match.
    const at = atStart > 0 || key.startsWith(word) ? atStart : inWord
    if (at >= 0) found.push([places[at] ?? 0, places[at + word.length] ?? label.length])
  }
  return joinRanges(found)
}

/** Sorts the matching items by rank. Items of equal rank are sorted by whether they can be run, then by last use, then by their order. */
export function matching(
  items: readonly PaletteItem[],
  words: readonly string[],
  recent: readonly string[],
): { readonly items: readonly PaletteItem[]; readonly best: number } {
  const usedAt = (key: string) => {
    const at = recent.indexOf(key)
    return at < 0 ? recent.length : at
  }
  const ranked = items.flatMap((item, index) => {
    const rank = rankOf(item, words)
    return rank === null ? [] : [{ item, index, rank, used: usedAt(item.key) }]
  })
  const isNot = ({ disabled }: PaletteItem) => Number(disabled !== undefined)
  ranked.sort(
    (a, b) => a.rank - b.rank || isNot(a.item) - isNot(b.item) || a.used - b.used || a.index - b.index,
  )
  return { items: ranked.map(({ item }) => item), best: ranked[0]?.rank ?? Number.POSITIVE_INFINITY }
}
