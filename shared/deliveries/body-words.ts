import { folded } from '#shared/notes/folded.ts'

/** Words next to each other, folded; the last one may go on. */
export type Phrase = readonly string[]

/** The words of a text as they are compared: folded, without what separates them. */
export function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Whether words hold a phrase: next to each other, in its order, the last one from its beginning. */
export function holdsPhrase(words: readonly string[], phrase: Phrase): boolean {
  const last = phrase.length - 1
  return words.some((_, at) =>
    phrase.every((word, offset) => {
      const found = words[at + offset]
      return offset === last ? found?.startsWith(word) === true : found === word
    }),
  )
}
