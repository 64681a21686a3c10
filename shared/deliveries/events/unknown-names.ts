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

const fields = ['event_id', 'event_type', 'note_id', 'occurred_at', 'data']
const fieldsOfData = ['changed_fields']
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
  const types = typeof type === 'string' && !eventTypes.some((known) => known === type) ? [type] : []
  const changed = Array.isArray(data.changed_fields) ? data.changed_fields : []
  const values = changed.filter((value) => typeof value === 'string' && value !== 'summary')
  const found: readonly (readonly [kind: UnknownName['kind'], name: string, word: string])[] = [
    ...types.map((name) => ['event-type', name, name] as const),
    ...newKeys(event, fields).map((name) => ['field', name, name] as const),
    ...newKeys(data, fieldsOfData).map((name) => ['field', `data.${name}`, name] as const),
    ...[...new Set(values)].map((name: string) => ['changed-field', name, name] as const),
  ]
  return found
    .filter(([, , word]) => word.length <= longestName && /^[\w.:/ -]*\w[\w.:/ -]*$/.test(word))
    .slice(0, mostNames)
    .map(([kind, name, word]) => ({
      kind,
      name,
      q: `${kind === 'event-type' ? 'type:' : ''}"${word}" verdict:verified`,
    }))
}

const newKeys = (record: object, known: readonly string[]) =>
  Object.keys(record).filter((key) => !known.includes(key))

function recordIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function parse(text: string): unknown {
  try {
    return JSON.parse(withoutMark(text))
  } catch {
    return undefined
  }
}
