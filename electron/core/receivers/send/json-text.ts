import { type JsonMember, membersOf, withoutMark } from '#shared/json-text.ts'

/**
 * Replaces the string at a top-level key of a JSON object and keeps every other byte. Returns `null` if the body isn't a JSON
 * object, or doesn't have exactly one such key with a string value.
 */
export function withText(body: Uint8Array, name: string, value: string): Buffer | null {
  // Decodes one character per byte, so that positions are byte offsets. In UTF-8, no byte of a longer character looks like a
  // quote or a brace.
  const text = Buffer.from(body).toString('latin1')
  const place = placeOf(text, name)
  if (place === null) return null
  const written = Buffer.from(JSON.stringify(value)).toString('latin1')
  return Buffer.from(`${text.slice(0, place.from)}${written}${text.slice(place.to)}`, 'latin1')
}

/** Returns the string at a top-level key, or `null` if there isn't exactly one. */
export function textAt(body: Uint8Array, name: string): string | null {
  const place = placeOf(Buffer.from(body).toString('latin1'), name)
  if (place === null) return null
  const value: unknown = JSON.parse(Buffer.from(body).toString('utf8', place.from, place.to))
  return typeof value === 'string' ? value : null
}

function placeOf(text: string, name: string): JsonMember | null {
  try {
    const json: unknown = JSON.parse(withoutMark(text))
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return null
  } catch {
    return null
  }
  const [place, ...others] = membersOf(text).filter((member) => member.name === name)
  return place && others.length === 0 && text[place.from] === '"' ? place : null
}
