import type { DeliveryFlag } from '../../../shared/domain/delivery.ts'
import { eventTypes } from '../../../shared/domain/event-types.ts'
import { NoteEvent } from '../../../shared/domain/note-event.ts'

/** What a delivery says of itself, read once its signature holds. */
export interface PayloadReading {
  readonly eventType: string | null
  readonly noteId: string | null
  readonly occurredAt: string | null
  readonly flags: readonly DeliveryFlag[]
}

/** Of a delivery whose words nobody vouches for. */
export const nothingSaid: PayloadReading = { eventType: null, noteId: null, occurredAt: null, flags: [] }

/** Deeper JSON parses well enough, but breaks whatever copies it onwards (`structuredClone`, `JSON.stringify`). */
const maxDepth = 64
const maxFieldLength = 256

/**
 * Reads the body of a verified delivery (specification, section 2, *Webhook event payload*). Never throws: what is odd
 * becomes a flag, and what can be understood is shown. `webhookId` is the signed header: the id in the body only compares.
 */
export function readPayload(body: Uint8Array, webhookId: string): PayloadReading {
  const text = decode(body)
  if (text === null) return nothing('not-json')
  const shape = scan(text)
  if (shape.depth > maxDepth) return nothing('too-deep')
  const json = parse(text)
  if (json === undefined) return nothing('not-json')

  const flags: DeliveryFlag[] = []
  const { event_id, event_type, note_id, occurred_at } = fields(json)
  if (!NoteEvent.safeParse(json).success || isTooLong(event_type, note_id, occurred_at)) flags.push('schema')
  if (typeof event_type === 'string' && !eventTypes.some((known) => known === event_type)) {
    flags.push('unknown-type')
  }
  const namesAnother = typeof event_id === 'string' && event_id !== webhookId
  if (namesAnother || shape.topKeys.filter((key) => key === 'event_id').length > 1) flags.push('id-mismatch')
  return { eventType: shown(event_type), noteId: shown(note_id), occurredAt: shown(occurred_at), flags }
}

function nothing(flag: DeliveryFlag): PayloadReading {
  return { eventType: null, noteId: null, occurredAt: null, flags: [flag] }
}

/** A byte order mark stays in the text, where JSON does not allow one. */
function decode(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return null
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fields(json: unknown): Readonly<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return {}
  return Object.fromEntries(Object.entries(json))
}

function shown(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, maxFieldLength) : null
}

function isTooLong(...values: readonly unknown[]): boolean {
  return values.some((value) => typeof value === 'string' && value.length > maxFieldLength)
}

/**
 * How deep the brackets go, and the keys of the outermost object, each as often as it is written: `JSON.parse` keeps the
 * last of two and says nothing. One pass without recursion; nonsense only yields nonsense, as parsing comes after.
 */
function scan(text: string): { readonly depth: number; readonly topKeys: readonly string[] } {
  const topKeys: string[] = []
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') {
      const end = endOfString(text, at)
      if (depth === 1 && /^\s*:/.test(text.slice(end, end + 32))) topKeys.push(unquote(text.slice(at, end)))
      at = end - 1
    } else if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth)
    else if (char === '}' || char === ']') depth--
  }
  return { depth: deepest, topKeys }
}

/** The index behind the closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return Math.min(at + 1, text.length)
}

function unquote(quoted: string): string {
  const value = parse(quoted)
  return typeof value === 'string' ? value : ''
}
