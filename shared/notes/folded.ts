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

/** The folded text, and where in `text` each of its letters comes from. A letter and the accents behind it are one place. */
export function foldedPlaces(text: string): { readonly key: string; readonly places: readonly number[] } {
  let key = ''
  const places: number[] = []
  for (const { 0: letter, index } of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const part = folded(letter)
    for (let at = 0; at < part.length; at += 1) places.push(index)
    key += part
  }
  places.push(text.length)
  return { key, places }
}
