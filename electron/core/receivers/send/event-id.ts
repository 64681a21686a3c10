import { randomInt } from 'node:crypto'
import { withText } from './json-text.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An ID like the service's own events. */
export function createEventId(): string {
  return `evt_${Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join('')}`
}

/** The same body with another `event_id`, if it has one; every other byte stays. */
export const withEventId = (body: Uint8Array, id: string): Buffer | null => withText(body, 'event_id', id)
