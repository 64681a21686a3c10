import { timingSafeEqual } from 'node:crypto'

/**
 * Compares two texts in a time that depends only on their lengths. Compares text rather than decoded bytes, so that only a
 * signature's canonical base64 form matches.
 */
export function sameText(text: string, expected: string): boolean {
  const given = Buffer.from(text)
  const wanted = Buffer.from(expected)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
