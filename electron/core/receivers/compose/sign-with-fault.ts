import { type KeyObject, randomBytes } from 'node:crypto'
import { rewrite, sign, signingKey } from '#core/deliveries/index.ts'
import { type Rewrite, rewrites } from '#shared/deliveries/rewrites.ts'
import { AppError } from '#shared/errors.ts'
import { membersOf, withMember, withoutMark } from '#shared/json-text.ts'
import { type BreakKind, type Fault, isRewrite } from '#shared/receivers/compose.ts'
import { longestBody } from '#shared/receivers/limits.ts'
import { findHeader, type Header, withWebhookHeaders } from '../send/headers.ts'
import { createEventId, textAt, withText } from '../send/json-text.ts'

/** The headers and body that the user wrote. Header values contain one character per byte (`latin1`). */
export interface Written {
  readonly headers: readonly Header[]
  readonly body: Uint8Array
}

/** A signed delivery, with a deliberate fault if requested. */
export interface SignedDelivery extends Written {
  readonly webhookId: string
  /** The signed content: `{webhook-id}.{webhook-timestamp}.` followed by the body (specification, section 5.6). */
  readonly signed: Buffer
  readonly times: number
}

type Break = (signing: Signing) => Partial<Signing> & {
  readonly after?: (sent: Written) => Written
}

interface Signing {
  readonly headers: readonly Header[]
  readonly body: Uint8Array
  readonly webhookId: string
  readonly seconds: number
  /** Returns the value of `webhook-signature`, given the valid signature and a wrong one. */
  readonly signature: (good: string, bad: string) => string
  readonly times: number
}

/** Difference in seconds between a timestamp and the clock that receivers must reject (specification, section 5.7). */
const untimelySeconds = 600

/**
 * Signs a delivery and adds the requested fault. Uses the id in the `webhook-id` header or the body's `event_id`, or a new one.
 * Throws `AppError` `invalid-input` if the id is invalid, the body is too large, or the fault can't be added.
 */
export function signWritten(
  { headers, body }: Written,
  {
    key,
    nowSeconds,
    breakIt,
  }: { readonly key: KeyObject; readonly nowSeconds: number; readonly breakIt: BreakKind | null },
): SignedDelivery {
  const plain: Signing = {
    headers,
    body,
    webhookId: findHeader(headers, 'webhook-id') ?? textAt(body, 'event_id') ?? createEventId(),
    seconds: nowSeconds,
    signature: (good) => `v1,${good}`,
    times: 1,
  }
  const { after, ...changes } = breakIt === null ? {} : breakOf(breakIt)(plain)
  const { webhookId, seconds, signature, times, ...written } = { ...plain, ...changes }
  if (!/^[\x21-\x7e]{1,256}$/.test(webhookId)) {
    throw new AppError('invalid-input', 'The webhook-id must be 1 to 256 visible ASCII characters.')
  }
  if (written.body.length > longestBody) throw tooLarge()
  const prefix = `${webhookId}.${seconds}.`
  const sent = {
    body: written.body,
    headers: withWebhookHeaders(written.headers, {
      'webhook-id': webhookId,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signature(
        sign(key, prefix, written.body),
        sign(foreignKey(), prefix, written.body),
      ),
    }),
  }
  return {
    ...(after?.(sent) ?? sent),
    webhookId,
    signed: Buffer.concat([Buffer.from(prefix, 'latin1'), written.body]),
    times,
  }
}

export const tooLarge = () =>
  new AppError('invalid-input', 'The body is larger than 256 KB.', {
    fields: { body: 'The body is larger than 256 KB.' },
  })

const breakOf = (kind: BreakKind): Break =>
  isRewrite(kind)
    ? () => ({ after: ({ headers, body }) => ({ headers, body: rewritten(kind, body) }) })
    : breaks[kind]

function rewritten(kind: Rewrite, body: Uint8Array): Buffer {
  const [made] = rewrite(kind, body)
  if (made) return made
  throw new AppError(
    'invalid-input',
    `“${rewrites[kind][0]}” would leave this body as it is. Change the body, or choose something else.`,
  )
}

const breaks: Readonly<Record<Fault, Break>> = {
  'body-changed': () => ({ after: (sent) => ({ ...sent, body: withOtherCharacter(sent.body) }) }),
  'space-added': () => ({
    after: (sent) => ({ ...sent, body: Buffer.concat([sent.body, Buffer.from(' ')]) }),
  }),
  'wrong-secret': () => ({ signature: (_, bad) => `v1,${bad}` }),
  'too-old': ({ seconds }) => ({ seconds: seconds - untimelySeconds }),
  'too-new': ({ seconds }) => ({ seconds: seconds + untimelySeconds }),
  'id-changed': () => ({
    after: ({ headers, body }) => ({
      body,
      headers: withWebhookHeaders(headers, { 'webhook-id': createEventId() }),
    }),
  }),
  'no-signature': () => ({
    after: ({ headers, body }) => ({ body, headers: without(headers, 'webhook-signature') }),
  }),
  'only-v2': () => ({ signature: (good) => `v2,${good}` }),
  'good-second': () => ({ signature: (good, bad) => `v1,${bad} v1,${good}` }),
  'two-same-id': () => ({ times: 2 }),
  'no-content-type': ({ headers }) => ({ headers: without(headers, 'content-type') }),
  'large-body': ({ body }) => ({ body: padded(body) }),
  'unknown-type': ({ body }) => ({ body: withUnknownType(body) }),
  'new-changed-fields': ({ body }) => ({ body: withChangedFields(body) }),
  'other-event-id': () => ({ webhookId: createEventId() }),
}

const without = (headers: readonly Header[], lower: string) =>
  headers.filter(([name]) => name.toLowerCase() !== lower)

const foreignKey = () => signingKey(`whsec_${randomBytes(32).toString('base64')}`)

/** Replaces the last letter or digit with another character. The length stays the same, and JSON usually remains valid. */
function withOtherCharacter(body: Uint8Array): Buffer {
  const text = Buffer.from(body).toString('latin1')
  const at = text.search(/[A-Za-z0-9][^A-Za-z0-9]*$/)
  if (at < 0) return Buffer.from(`${text}0`, 'latin1')
  const other = /[0-9]/.test(text.charAt(at))
    ? text.charAt(at) === '7'
      ? '8'
      : '7'
    : text.charAt(at) === 'x'
      ? 'y'
      : 'x'
  return Buffer.from(`${text.slice(0, at)}${other}${text.slice(at + 1)}`, 'latin1')
}

/** Pads a body to the maximum size, with another field in a JSON object and with spaces in any other body. */
function padded(body: Uint8Array): Buffer {
  const text = Buffer.from(body).toString('latin1')
  const isObject = isJsonObject(text)
  const end = text.lastIndexOf('}')
  const comma = isObject && membersOf(text).length > 0 ? ',' : ''
  const [before, after] = isObject
    ? [`${text.slice(0, end)}${comma}"padding":"`, `"${text.slice(end)}`]
    : [text, '']
  const missing = longestBody - before.length - after.length
  if (missing < 0) throw tooLarge()
  return Buffer.from(`${before}${(isObject ? 'x' : ' ').repeat(missing)}${after}`, 'latin1')
}

const unknownType = 'note.archived'

function withUnknownType(body: Uint8Array): Buffer {
  const changed = withText(body, 'event_type', unknownType)
  if (changed === null)
    throw new AppError('invalid-input', 'The body has no event_type that can be changed. Add one.')
  return changed
}

/**
 * Turns the body into a `note.edited` event whose changed fields the service may send in the future (specification, section 9).
 */
function withChangedFields(body: Uint8Array): Buffer {
  const text = Buffer.from(body).toString('utf8')
  if (!isJsonObject(text))
    throw new AppError('invalid-input', 'The body is not a JSON object, so it has no changed_fields.')
  const edited = withMember(text, ['event_type'], '"note.edited"')
  return Buffer.from(withMember(edited, ['data', 'changed_fields'], '["summary","attendees"]'))
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(withoutMark(text))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
