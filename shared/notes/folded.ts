/**
 * Normalizes text for comparison by removing case, accents, other marks and width variants. Indexing and searching both use this,
 * so that the result doesn't depend on an engine's Unicode version. Korean is decomposed, so that incomplete syllables match
 * while the user types.
 */
export function folded(text: string): string {
  return text
    .replace(noText, ' ')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
}

/** Matches control characters and lone surrogates. A NUL character, for example, would end an SQL statement early. */
export const noText = /[\p{Cc}\p{Cs}]+/gu

/** Returns the folded text and, for each of its letters, the position in `text`. A letter and its accents share one position. */
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
