/**
 * Text as it is compared: without case, accents and other marks, in one form of width. Code that stores text for search and
 * code that searches both use it, so neither depends on which Unicode an engine knows. Korean stays in single letters,
 * whose parts are found as they are typed.
 */
export function folded(text: string): string {
  return text
    .replace(noText, ' ')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
}

/** Control characters and halves of characters: a NUL would end a statement early. */
export const noText = /[\p{Cc}\p{Cs}]+/gu
