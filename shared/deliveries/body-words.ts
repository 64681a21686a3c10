import { folded } from '#shared/notes/folded.ts'

/** Consecutive words of a search, normalized by `folded`. The last word may be incomplete. */
export type Phrase = readonly string[]

export function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/**
 * Returns whether the words contain a phrase, in order and without gaps. The phrase's last word has to match only the beginning
 * of a word.
 */
export function holdsPhrase(words: readonly string[], phrase: Phrase): boolean {
  const last = phrase.length - 1
  return words.some((_, at) =>
    phrase.every((word, offset) => {
      const found = words[at + offset]
      return offset === last ? found?.startsWith(word) === true : found === word
    }),
  )
}
