/**
 * Text as it is compared: without case, accents and other marks, in one form of width. What is indexed and what is searched
 * for both go through here, so neither depends on which Unicode the engine knows. Korean stays in single letters, whose
 * parts are found as they are typed.
 */
export function folded(text: string): string {
  return text
    .replace(noText, ' ')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
}

/** Chinese and Japanese put no spaces between words: every character becomes a word, and what was written a phrase. */
export function withWordsApart(text: string): string {
  return text.replace(/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/gu, ' $& ')
}

/** Control characters and halves of characters: a NUL would end a statement early. */
export const noText = /[\p{Cc}\p{Cs}]+/gu
