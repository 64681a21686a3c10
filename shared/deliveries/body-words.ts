import { folded } from '#shared/notes/folded.ts'

/** Consecutive folded words. The last one may be incomplete. */
export type Phrase = readonly string[]

/** Splits a text into folded words, without separators. */
export function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Whether words contain a phrase: consecutive, in order, and the last one by its prefix. */
export function holdsPhrase(words: readonly string[], phrase: Phrase): boolean {
  const last = phrase.length - 1
  return words.some((_, at) =>
    phrase.every((word, offset) => {
      const found = words[at + offset]
      return offset === last ? found?.startsWith(word) === true : found === word
    }),
  )
}
