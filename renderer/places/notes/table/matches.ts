import { folded, foldedPlaces, noText } from '#shared/notes/folded.ts'
import { joinRanges, type Range } from '#ui/text/ranges.ts'

/** Returns the search words that apply to titles, in the form used for comparison. */
export function wordsInTitles(search: string): readonly string[] {
  const words = [...search.replace(noText, ' ').matchAll(pieces)].flatMap(({ groups = {} }) => {
    const { field = 'title', phrase, piece = '' } = groups
    if (field.toLowerCase() !== 'title' || /^(title|owner|folder|after|before):$/i.test(piece)) return []
    return phrase === undefined ? piece.replaceAll('"', ' ').split(/\s+/u) : [phrase]
  })
  return words.map((word) => folded(word).trim()).filter((word) => word !== '')
}

/** Matches a search term in the same way as the host. A term may be quoted, and it may be limited to one field. */
const pieces = /(?:(?<field>title|owner|folder|after|before):(?=\S))?(?:"(?<phrase>[^"]*)"|(?<piece>\S+))/giu

/**
 * Returns where the words occur in a text, ignoring case, accents and width. A word of one or two letters matches only at the
 * start of a word, because it would otherwise match everywhere. The ranges are sorted and do not overlap.
 */
export function matchesIn(text: string, words: readonly string[]): readonly Range[] {
  if (words.length === 0) return []
  const { key, places } = foldedPlaces(text)
  const found: Range[] = []
  for (const word of words) {
    for (let at = key.indexOf(word); at >= 0; at = key.indexOf(word, at + word.length)) {
      if (word.length < shortWord && at > 0 && isLetter.test(key[at - 1] ?? '')) continue
      found.push([places[at] ?? 0, places[at + word.length] ?? text.length])
    }
  }
  return joinRanges(found)
}

const shortWord = 3
/** Chinese and Japanese don't put spaces between words, so every character starts a word. */
const isLetter = /(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}])[\p{L}\p{N}]/u
