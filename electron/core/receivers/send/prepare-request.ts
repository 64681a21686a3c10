import { validateHeaderName, validateHeaderValue } from 'node:http'
import { type Deliveries, type StoredRequest, sign } from '#core/deliveries/index.ts'
import type { Clock } from '#core/platform/ports.ts'
import { AppError } from '#shared/errors.ts'
import type { SendMode } from '#shared/receivers/model.ts'
import type { StoredReceiver } from '../receiver-store.ts'
import type { Credentials } from './credentials.ts'
import type { Failure } from './failure.ts'
import { findHeader, type Head, type Header, headOf, withWebhookHeaders } from './headers.ts'
import { createEventId, withEventId } from './json-text.ts'

export interface ComposedDelivery {
  readonly body: Uint8Array
  /** All headers, in order. Values contain one character per byte (`latin1`). */
  readonly headers: readonly Header[]
  readonly webhookId: string
  /** Lower-case names of the receiver's own headers that the request must not have. */
  readonly withoutOwn: readonly string[]
}

/** An event that Notehook creates in place of the service. */
export interface MadeEvent {
  readonly id: string
  readonly body: Uint8Array
  /** Id of the path whose endpoint's secret signs the event. */
  readonly pathId: string
  readonly endpointId: string
}

export type ToPrepare =
  | {
      /** Id of the delivery that the composition is based on, or `null` if there is none. */
      readonly deliveryId: number | null
      readonly mode: 'edited'
      readonly composed: ComposedDelivery
    }
  | { readonly deliveryId: null; readonly mode: 'catch-up'; readonly made: MadeEvent }
  | { readonly deliveryId: number; readonly mode: Exclude<SendMode, 'edited' | 'catch-up'> }

export interface Prepared {
  /** The original delivery, or `null` if there is none. */
  readonly delivery: StoredRequest | null
  readonly head: Head
  readonly body: Uint8Array
  /** The secret with which Notehook signed the request, or `null` if the original signature was kept. */
  readonly signedWith: 'endpoint' | 'own' | null
  readonly webhookId: string | null
  readonly ageSeconds: number | null
  /** Maps the lower-case name of each of the receiver's own headers to whether its value may be shown and stored. */
  readonly ownVisible: ReadonlyMap<string, boolean>
}

export type Preparation =
  | { readonly ok: true; readonly prepared: Prepared }
  | ({ readonly ok: false } & Failure)

export interface PrepareOptions {
  readonly deliveries: Pick<Deliveries, 'request'>
  readonly credentials: Credentials
  readonly clock: Pick<Clock, 'now'>
}

export type Prepare = (receiver: StoredReceiver, order: ToPrepare) => Promise<Preparation>

/**
 * Maximum age in seconds of a signature that is forwarded. It is half the age that receivers accept (specification, section 5.7).
 */
const freshSeconds = 150

/**
 * Creates a request from a delivery and the changes that the mode requires. Only verified deliveries are signed again. Returns
 * expected problems instead of throwing them.
 */
export function createPrepare({ deliveries, credentials, clock }: PrepareOptions): Prepare {
  const failed = (code: Failure['code'], sentence: string) => ({ ok: false, code, sentence }) as const

  const keyFor = (receiver: StoredReceiver, pathId: string) =>
    credentials.key(receiver, receiver.signsWith === 'own' ? { kind: 'receiver' } : { kind: 'path', pathId })

  const prepareComposed = async (
    receiver: StoredReceiver,
    { headers, body, webhookId, withoutOwn }: ComposedDelivery,
  ): Promise<Preparation> => {
    const own = await credentials.headers(receiver)
    if ('code' in own) return { ok: false, ...own }
    const wrong = whyHeadersAreWrong(headers)
    if (wrong !== null) return failed('unsendable', wrong)
    const head = headOf({
      headers,
      own: own.own.filter(([name]) => !withoutOwn.includes(name.toLowerCase())),
      host: hostOf(receiver),
      bodyBytes: body.length,
      mode: 'edited',
    })
    const prepared: Prepared = {
      delivery: null,
      head: { ...head, replaced: [] },
      body,
      signedWith: null,
      webhookId,
      ageSeconds: null,
      ownVisible: own.visible,
    }
    return { ok: true, prepared }
  }

  const prepareMade = async (
    receiver: StoredReceiver,
    { id, body, pathId }: MadeEvent,
  ): Promise<Preparation> => {
    const own = await credentials.headers(receiver)
    if ('code' in own) return { ok: false, ...own }
    const { signsWith } = receiver
    const key = signsWith === 'none' ? null : await keyFor(receiver, pathId)
    if (key !== null && 'code' in key) return { ok: false, ...key }
    const timestamp = String(Math.floor(clock.now().getTime() / 1000))
    const signature: Header[] =
      key === null ? [] : [['webhook-signature', `v1,${sign(key, `${id}.${timestamp}.`, body)}`]]
    const head = headOf({
      headers: [
        ['Content-Type', 'application/json'],
        ['webhook-id', id],
        ['webhook-timestamp', timestamp],
        ...signature,
      ],
      own: own.own,
      host: hostOf(receiver),
      bodyBytes: body.length,
      mode: 'catch-up',
    })
    const prepared: Prepared = {
      delivery: null,
      head: { ...head, replaced: [] },
      body,
      signedWith: signsWith === 'none' ? null : signsWith,
      webhookId: id,
      ageSeconds: 0,
      ownVisible: own.visible,
    }
    return { ok: true, prepared }
  }

  return async (receiver, order) => {
    if (order.mode === 'edited') return prepareComposed(receiver, order.composed)
    if (order.mode === 'catch-up') return prepareMade(receiver, order.made)
    const { deliveryId, mode } = order
    let delivery: StoredRequest
    try {
      delivery = deliveries.request(deliveryId)
    } catch (error) {
      if (error instanceof AppError) return failed('gone', error.message)
      throw error
    }
    if (delivery.workspaceId !== receiver.workspaceId)
      return failed('gone', 'This delivery is of another workspace.')
    if (!delivery.isVerified && mode !== 'exact') {
      return failed('unverified', 'This delivery didn’t verify, so it can only be sent exactly as it came.')
    }

    let { body, headers } = delivery
    const nowSeconds = Math.floor(clock.now().getTime() / 1000)
    const signsNow =
      receiver.signsWith !== 'none' &&
      mode !== 'exact' &&
      !(mode === 'live' && isFresh(receiver, headers, nowSeconds))

    if (mode === 'new-event') {
      const id = createEventId()
      const changed = withEventId(body, id)
      if (changed === null) {
        return failed('unsendable', 'The body has no event_id, so it can’t be sent as a new event.')
      }
      body = changed
      headers = withWebhookHeaders(headers, { 'webhook-id': id })
    }
    if (signsNow) {
      const key = await keyFor(receiver, delivery.pathId)
      if ('code' in key) return { ok: false, ...key }
      const id = findHeader(headers, 'webhook-id') ?? findHeader(delivery.headers, 'webhook-id') ?? ''
      if (!/^[\x21-\x7e]{1,256}$/.test(id)) {
        return failed('unsendable', 'The webhook-id must be 1 to 256 visible ASCII characters.')
      }
      const timestamp = String(nowSeconds)
      headers = withWebhookHeaders(headers, {
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${sign(key, `${id}.${timestamp}.`, body)}`,
      })
    }
    const own = await credentials.headers(receiver)
    if ('code' in own) return { ok: false, ...own }

    const made = headOf({ headers, own: own.own, host: hostOf(receiver), bodyBytes: body.length, mode })
    const timestamp = Number(findHeader(headers, 'webhook-timestamp'))
    const head = { ...made, replaced: changedNames(delivery.headers, made) }
    const prepared: Prepared = {
      delivery,
      head,
      body,
      signedWith: signsNow && receiver.signsWith !== 'none' ? receiver.signsWith : null,
      webhookId: findHeader(headers, 'webhook-id') ?? null,
      ageSeconds: Number.isSafeInteger(timestamp) ? nowSeconds - timestamp : null,
      ownVisible: own.visible,
    }
    return { ok: true, prepared }
  }
}

const hostOf = ({ url }: StoredReceiver) => URL.parse(url)?.host ?? ''

/** Returns whether the original signature is recent and was made with the secret that the receiver expects. */
function isFresh({ signsWith }: StoredReceiver, headers: readonly Header[], nowSeconds: number): boolean {
  const timestamp = Number(findHeader(headers, 'webhook-timestamp'))
  return signsWith === 'endpoint' && Math.abs(nowSeconds - timestamp) <= freshSeconds
}

/** Returns why headers that the user typed are invalid, or `null`. */
function whyHeadersAreWrong(headers: readonly Header[]): string | null {
  for (const [name, value] of headers) {
    try {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    } catch {
      return `The header “${name}” can’t be sent. Use letters, digits and hyphens in names, and no line breaks in values.`
    }
  }
  return null
}

function changedNames(before: readonly Header[], { headers, replaced }: Head): string[] {
  const known = new Set(before.map(([name, value]) => `${name.toLowerCase()}\n${value}`))
  const changed = headers.filter(([name, value]) => !known.has(`${name.toLowerCase()}\n${value}`))
  const names = [...changed.map(([name]) => name), ...replaced]
  const byLower = new Map(names.map((name) => [name.toLowerCase(), name]))
  byLower.delete('notehook-sent')
  return [...byLower.values()]
}
