import { noText } from './folded.ts'

/** Keys that limit a term of a search to one field of a note. `text` is all stored text, which includes transcripts. */
export const searchKeys = ['title', 'owner', 'folder', 'text', 'transcript', 'after', 'before'] as const
export type SearchKey = (typeof searchKeys)[number]

export interface SearchPiece {
  readonly key: SearchKey | null
  /** The text between quotes. `null` if there are none. */
  readonly phrase: string | null
  /** The text without quotes and key. Empty for a phrase. */
  readonly word: string
  readonly whole: string
}

/** Splits a search at spaces outside of quotes. Leaves out keys without a value. */
export function piecesOf(search: string): SearchPiece[] {
  return [...search.replace(noText, ' ').matchAll(pieces)].flatMap(({ 0: whole, groups = {} }) => {
    const { key, phrase, word = '' } = groups
    if (key === undefined && emptyKey.test(word)) return []
    return { key: (key?.toLowerCase() as SearchKey | undefined) ?? null, phrase: phrase ?? null, word, whole }
  })
}

/** Splits text that was typed without quotes into words. */
export const wordsIn = (text: string): string[] =>
  text
    .replaceAll('"', ' ')
    .split(/\s+/u)
    .filter((word) => word !== '')

const key = searchKeys.join('|')
const pieces = new RegExp(`(?:(?<key>${key}):(?=\\S))?(?:"(?<phrase>[^"]*)"|(?<word>\\S+))`, 'giu')
const emptyKey = new RegExp(`^(?:${key}):$`, 'i')
