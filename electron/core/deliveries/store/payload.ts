import { eventTypes } from '#shared/deliveries/events/event-types.ts'
import { NoteEvent } from '#shared/deliveries/events/note-event.ts'
import { type UnknownName, unknownNamesIn } from '#shared/deliveries/events/unknown-names.ts'
import type { DeliveryFlag } from '#shared/deliveries/model.ts'

/** Fields of a delivery's payload. They are read only once the signature is verified. */
export interface PayloadSummary {
  readonly eventType: string | null
  readonly noteId: string | null
  readonly occurredAt: string | null
  readonly flags: readonly DeliveryFlag[]
  readonly unknownNames: readonly UnknownName[]
}

export const emptyPayload: PayloadSummary = {
  eventType: null,
  noteId: null,
  occurredAt: null,
  flags: [],
  unknownNames: [],
}

/** Maximum nesting depth of JSON. Deeper JSON can be parsed, but breaks `structuredClone` and `JSON.stringify`. */
const maxDepth = 64
const maxFieldLength = 256

/**
 * Reads a verified delivery's body (specification, section 2, *Webhook event payload*). Never throws. Each anomaly becomes a
 * flag, and the fields that can be read are returned. `webhookId` is the signed header, which must equal the id in the body.
 */
export function readPayload(body: Uint8Array, webhookId: string): PayloadSummary {
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
  return {
    eventType: shown(event_type),
    noteId: shown(note_id),
    occurredAt: shown(occurred_at),
    flags,
    unknownNames: unknownNamesIn(json),
  }
}

function nothing(flag: DeliveryFlag): PayloadSummary {
  return { ...emptyPayload, flags: [flag] }
}

/** Decodes UTF-8 and skips a byte order mark, as most receivers do. */
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

function decode(body: Uint8Array): string | null {
  try {
    return strictUtf8.decode(body)
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
  return isRecord(json) ? json : {}
}

function isRecord(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

function shown(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, maxFieldLength) : null
}

function isTooLong(...values: readonly unknown[]): boolean {
  return values.some((value) => typeof value === 'string' && value.length > maxFieldLength)
}

/**
 * Returns the nesting depth and the outermost object's keys, including duplicates, which `JSON.parse` silently drops. Runs in one
 * pass without recursion. The result is meaningless for invalid JSON, so the caller must parse the text as well.
 */
function scan(text: string): { readonly depth: number; readonly topKeys: readonly string[] } {
  const topKeys: string[] = []
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') {
      const end = endOfString(text, at)
      if (depth === 1 && isBeforeColon(text, end)) topKeys.push(unquote(text.slice(at, end)))
      at = end - 1
    } else if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth)
    else if (char === '}' || char === ']') depth--
  }
  return { depth: deepest, topKeys }
}

/** Returns the index after the closing quote, which is the first quote that no backslash escapes. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at + 1
  }
  return text.length
}

function isBeforeColon(text: string, start: number): boolean {
  let at = start
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++
  return text[at] === ':'
}

function unquote(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  const value = parse(quoted)
  return typeof value === 'string' ? value : ''
}
