import { timingSafeEqual } from 'node:crypto'

/**
 * Compares two texts in a time that depends only on their lengths. Text is compared, not bytes, so of the base64 spellings of a
 * signature only the canonical one passes.
 */
export function sameText(text: string, expected: string): boolean {
  const given = Buffer.from(text)
  const wanted = Buffer.from(expected)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
