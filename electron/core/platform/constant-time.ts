import { timingSafeEqual } from 'node:crypto'

/**
 * Compares two texts in a time that depends only on their lengths. Compares text instead of bytes, so that only the canonical
 * base64 form of a signature is equal.
 */
export function sameText(text: string, expected: string): boolean {
  const given = Buffer.from(text)
  const wanted = Buffer.from(expected)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
