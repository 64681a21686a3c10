import { withoutMark } from '#shared/json-text.ts'
import { eventTypes } from './event-types.ts'

/** A name in a payload that the specification does not define (section 2, *Webhook event payload*). */
export interface UnknownName {
  readonly kind: 'event-type' | 'field' | 'changed-field'
  readonly name: string
  /**
   * Filter that finds other verified deliveries with this name. A field or value is searched as a word, so the word may also
   * match in other places.
   */
  readonly q: string
}

const fields = new Set(['event_id', 'event_type', 'note_id', 'occurred_at', 'data'])
const fieldsOfData = new Set(['changed_fields'])
const longestName = 80
const mostNames = 8

/** Returns unknown names in the order of the payload, up to `mostNames` of them. Leaves out names that a filter can't contain. */
export function unknownNames(body: string): readonly UnknownName[] {
  return unknownNamesIn(parse(body))
}

export function unknownNamesIn(payload: unknown): readonly UnknownName[] {
  const event = recordIn(payload)
  const data = recordIn(event.data)
  const { event_type: type } = event
  const found: (readonly [kind: UnknownName['kind'], name: string, word: string])[] = []
  if (typeof type === 'string' && !eventTypes.some((known) => known === type))
    found.push(['event-type', type, type])
  for (const name in event) if (!fields.has(name)) found.push(['field', name, name])
  for (const name in data) if (!fieldsOfData.has(name)) found.push(['field', `data.${name}`, name])
  if (Array.isArray(data.changed_fields)) {
    for (const name of new Set<unknown>(data.changed_fields))
      if (typeof name === 'string' && name !== 'summary') found.push(['changed-field', name, name])
  }
  return found
    .filter(([, , word]) => word.length <= longestName && /^[\w.:/ -]*\w[\w.:/ -]*$/.test(word))
    .slice(0, mostNames)
    .map(([kind, name, word]) => ({
      kind,
      name,
      q: `${kind === 'event-type' ? 'type:' : ''}"${word}" verdict:verified`,
    }))
}

const recordIn = (value: unknown) =>
  (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as Record<
    string,
    unknown
  >

function parse(text: string): unknown {
  try {
    return JSON.parse(withoutMark(text))
  } catch {
    return undefined
  }
}
