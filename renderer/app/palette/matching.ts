import { folded, foldedPlaces } from '#shared/notes/folded.ts'
import { joinRanges, type Range } from '#ui/text/marked-text.tsx'
import type { PaletteItem } from './item.ts'

/** Maximum length of a label in UTF-16 code units. Longer labels are truncated. */
export const longestLabel = 240

/** Splits the typed text into words and folds them. An item must match every word. */
export const wordsOf = (typed: string): readonly string[] =>
  folded(typed)
    .split(/\s+/u)
    .filter((word) => word !== '')

/**
 * Ranks how well an item matches, best first:
 * - 0: the label starts with the text.
 * - 1: each word starts a word of the label.
 * - 2: the label contains all words.
 * - 3: the detail or the additional words match.
 * - `null`: no match.
 */
export function rankOf(
  { label, detail = '', words: more = '' }: Pick<PaletteItem, 'label' | 'detail' | 'words'>,
  words: readonly string[],
) {
  const name = folded(label.slice(0, longestLabel))
  if (name.startsWith(words.join(' '))) return 0
  const isAtStart = (text: string, word: string) => text.startsWith(word) || text.includes(` ${word}`)
  if (words.every((word) => isAtStart(name, word))) return 1
  if (words.every((word) => name.includes(word))) return 2
  const rest = `${name} ${folded(detail.slice(0, longestLabel))} ${folded(more)}`
  return words.every((word) => isAtStart(rest, word) || name.includes(word)) ? worst : null
}

/** The rank of an item that matches only outside its label. */
export const worst = 3

/** Returns the ranges of the words in a label. They are sorted and don't overlap. */
export function rangesIn(label: string, words: readonly string[]): readonly Range[] {
  if (words.length === 0) return []
  const { key, places } = foldedPlaces(label)
  const found: Range[] = []
  for (const word of words) {
    const inWord = key.indexOf(word)
    const atStart = key.startsWith(word) ? 0 : key.indexOf(` ${word}`) + 1
    const at = atStart > 0 || key.startsWith(word) ? atStart : inWord
    if (at >= 0) found.push([places[at] ?? 0, places[at + word.length] ?? label.length])
  }
  return joinRanges(found)
}

/** Sorts the matching items by rank. Within a rank, items that can be run come first, then the most recently used ones. */
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
