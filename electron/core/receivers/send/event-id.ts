import { randomInt } from 'node:crypto'
import { withText } from './json-text.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function createEventId(): string {
  return `evt_${Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join('')}`
}

/** Replaces the body's `event_id` and keeps every other byte. Returns `null` if there is none. */
export const withEventId = (body: Uint8Array, id: string): Buffer | null => withText(body, 'event_id', id)
