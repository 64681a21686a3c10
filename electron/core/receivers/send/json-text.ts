import { randomInt } from 'node:crypto'
import { type JsonMember, membersOf, withoutMark } from '#shared/json-text.ts'

/**
 * Replaces a string in a JSON object without changing any other byte. Returns `null` unless the object has exactly one top-level
 * key `name` and its value is a string.
 */
export function withText(body: Uint8Array, name: string, value: string): Buffer | null {
  // Decodes each byte as one character, so that positions in the text are byte offsets. In UTF-8, the bytes of longer characters
  // never equal a quote or a brace.
  const text = Buffer.from(body).toString('latin1')
  const place = placeOf(text, name)
  if (place === null) return null
  const written = Buffer.from(JSON.stringify(value)).toString('latin1')
  return Buffer.from(`${text.slice(0, place.from)}${written}${text.slice(place.to)}`, 'latin1')
}

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

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function createEventId(): string {
  return `evt_${Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join('')}`
}

/** Replaces the body's `event_id` and keeps every other byte. Returns `null` if there is none. */
export const withEventId = (body: Uint8Array, id: string): Buffer | null => withText(body, 'event_id', id)
