import { type JsonMember, membersOf, withoutMark } from '#shared/json-text.ts'

/**
 * The same JSON object with another text at a name of its top level; every other byte stays. `null` if it is not a JSON object with
 * exactly one such text.
 */
export function withText(body: Uint8Array, name: string, value: string): Buffer | null {
  // A character for each byte, so that positions are the body's own. UTF-8 has no quote or brace inside of a character.
  const text = Buffer.from(body).toString('latin1')
  const place = placeOf(text, name)
  if (place === null) return null
  const written = Buffer.from(JSON.stringify(value)).toString('latin1')
  return Buffer.from(`${text.slice(0, place.from)}${written}${text.slice(place.to)}`, 'latin1')
}

/** The text at a name of the top level, if there is exactly one. */
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
