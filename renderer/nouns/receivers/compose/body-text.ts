import { formatJson, withMember, withoutMark, withoutMember } from '#shared/json-text.ts'
import { longestBody } from '#shared/receivers/limits.ts'

/** Fields of a body in the form. A field is `null` if the body doesn't have it as text. */
export interface BodyFields {
  readonly event_type: string | null
  readonly note_id: string | null
  readonly event_id: string | null
  readonly occurred_at: string | null
  readonly changed: readonly string[] | null
}

export type FieldName = Exclude<keyof BodyFields, 'changed'>

export type BodyReading =
  | { readonly state: 'object'; readonly fields: BodyFields }
  | { readonly state: 'not-object' }
  | { readonly state: 'not-json'; readonly problem: string }

export function readBody(text: string): BodyReading {
  try {
    const value: unknown = JSON.parse(withoutMark(text))
    if (!isObject(value)) return { state: 'not-object' }
    const textOf = (name: FieldName) => (typeof value[name] === 'string' ? value[name] : null)
    const changed = isObject(value.data) ? value.data.changed_fields : undefined
    return {
      state: 'object',
      fields: {
        event_type: textOf('event_type'),
        note_id: textOf('note_id'),
        event_id: textOf('event_id'),
        occurred_at: textOf('occurred_at'),
        changed: isTexts(changed) ? changed : null,
      },
    }
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message.slice(0, 160) : ''
    return { state: 'not-json', problem: message.replace(/\.$/, '') }
  }
}

/** Replaces a field of the body, and keeps everything else as typed. */
export function withField(text: string, name: FieldName, value: string): string {
  return isJsonObjectText(text) ? withMember(text, [name], JSON.stringify(value)) : text
}

/**
 * Replaces the event type of the body. Also adds or removes `data.changed_fields`, which only edit events have (specification,
 * section 2).
 */
export function withEventType(text: string, type: string): string {
  const next = withField(text, 'event_type', type)
  const reading = readBody(next)
  if (reading.state !== 'object') return next
  const { changed } = reading.fields
  if (type === 'note.edited') return changed === null ? withChangedFields(next, ['summary']) : next
  return changed === null ? next : withoutMember(next, 'data')
}

/** Replaces `data.changed_fields` of the body. */
export function withChangedFields(text: string, changed: readonly string[]): string {
  const written = `[${changed.map((one) => JSON.stringify(one)).join(', ')}]`
  return isJsonObjectText(text) ? withMember(text, ['data', 'changed_fields'], written) : text
}

export function formatted(text: string): string {
  if (parsed(text) === undefined) return text
  const plain = withoutMark(text)
  return text.slice(0, text.length - plain.length) + (formatJson(plain) ?? plain)
}

export const isTooLarge = (text: string | null) =>
  text !== null && new TextEncoder().encode(text).length > longestBody

export function textOfBase64(base64: string): string | null {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Whether the body is a JSON object, like an event. */
export function isJsonObject(base64: string): boolean {
  const text = textOfBase64(base64)
  return text !== null && isJsonObjectText(text)
}

export function base64OfText(text: string): string {
  let binary = ''
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte)
  return btoa(binary)
}

function isJsonObjectText(text: string): boolean {
  return isObject(parsed(text))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(withoutMark(text))
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
