import { randomInt } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An ID like the service's own events. */
export function createEventId(): string {
  return `evt_${Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join('')}`
}

/**
 * The same body with another `event_id`; every other byte stays. `null` if it is not a JSON object with exactly one such text at its
 * top level.
 */
export function withEventId(body: Uint8Array, id: string): Buffer | null {
  // A character for each byte, so that positions are the body's own. UTF-8 has no quote or brace inside of a character.
  const text = Buffer.from(body).toString('latin1')
  const place = placeOf(text)
  if (place === null) return null
  return Buffer.from(`${text.slice(0, place.from)}${JSON.stringify(id)}${text.slice(place.to)}`, 'latin1')
}

interface Place {
  readonly from: number
  readonly to: number
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs

function placeOf(text: string): Place | null {
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return null
  } catch {
    return null
  }
  let depth = 0
  let key: string | null = null
  let found: Place | null = null
  let last = ''
  for (const match of text.matchAll(token)) {
    const [part] = match
    if (part === '{' || part === '[') depth += 1
    else if (part === '}' || part === ']') depth -= 1
    else if (depth === 1 && part.startsWith('"')) {
      if (last === ':' && key === 'event_id') {
        if (found !== null) return null
        found = { from: match.index, to: match.index + part.length }
      } else if (last !== ':') key = String(JSON.parse(part))
    }
    last = part
  }
  return found
}
