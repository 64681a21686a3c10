import { timingSafeEqual } from 'node:crypto'

/**
 * Whether two texts are the same, in a time that does not tell how much of them is. The length is no secret. Of a signature
 * only the canonical base64 passes, as the text itself is compared.
 */
export function sameText(text: string, expected: string): boolean {
  const given = Buffer.from(text)
  const wanted = Buffer.from(expected)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
