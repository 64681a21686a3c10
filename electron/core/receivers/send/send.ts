import { redactedHeaders } from '#core/deliveries/index.ts'
import { createEmitter } from '#core/platform/emitter.ts'
import type { Clock } from '#core/platform/ports.ts'
import type { Redactor } from '#core/platform/redact.ts'
import type { Send, SendCause, SendDetail, SendPhases, SendRequest } from '#shared/receivers/model.ts'
import { notApprovedWords } from '../address/approval.ts'
import { whyNotInSandbox } from '../address/only-here.ts'
import type { ResolvedReceiver, ResolveReceiver } from '../address/resolve-receiver.ts'
import type { StoredKind, StoredReceiver } from '../receiver-store.ts'
import { type Failure, refusalOf } from './failure.ts'
import type { Prepare, Prepared, ToPrepare } from './prepare.ts'
import { hasPassed, type NewSend, type SendStore } from './send-store.ts'
import { type Transmission, type Transmitted, transmit } from './transmit.ts'

/** A request to a receiver that is to be made. */
export type SendOrder = ToPrepare & {
  readonly cause: SendCause
  /** The job of a replay or a catch-up. */
  readonly jobId?: string
}

export interface SendOptions {
  readonly signal: AbortSignal
  /** Ends it earlier than the timeout of the receiver. */
  readonly withinMs?: number
  /** Rejects instead of recording what was never sent, because the user waits for it. */
  readonly rejectsUnsent?: boolean
}

/** How a request ended, as it was recorded and published. */
export interface SendResult {
  readonly send: Send
  /** Answered 2xx. */
  readonly passed: boolean
  readonly response: SendDetail['response']
}

/** Sends deliveries to receivers. Every request is recorded, also one that failed or could not be made. */
export type Sender = ReturnType<typeof createSender>

export interface SenderOptions {
  readonly prepare: Prepare
  readonly resolve: ResolveReceiver
  readonly sends: SendStore
  readonly redactor: Pick<Redactor, 'redact' | 'conceal'>
  readonly clock: Clock
  /** The host of a receiver leads to another kind of place than before. */
  readonly onKindChange: (receiver: StoredReceiver, kind: StoredKind) => void
}

export function createSender(options: SenderOptions) {
  const { prepare, resolve, sends, redactor, clock, onKindChange } = options
  const changed = createEmitter<StoredReceiver>()
  const sent = createEmitter<Send>()
  const underWay = new Map<string, number>()
  const active = new Set<Promise<unknown>>()
  const closing = new AbortController()

  const count = (receiver: StoredReceiver, by: number) => {
    underWay.set(receiver.id, (underWay.get(receiver.id) ?? 0) + by)
    changed.fire(receiver)
  }

  /** Within the time of the request, since a name server may be slow too. */
  const resolved = async (
    receiver: StoredReceiver,
    withinMs: number,
    signal: AbortSignal,
  ): Promise<Extract<ResolvedReceiver, { ok: true }> | Failure> => {
    const late = AbortSignal.timeout(withinMs)
    try {
      const where = await resolve(receiver.url, AbortSignal.any([late, signal]))
      return where.ok ? (whyNotApproved(receiver, where, onKindChange) ?? where) : where
    } catch (error) {
      if (signal.aborted) return { code: 'stopped', sentence: 'It was stopped.' }
      if (late.aborted) return { code: 'no-name', sentence: 'The name server didn’t respond in time.' }
      throw error
    }
  }

  const transmitTo = (
    { url, addresses }: Extract<ResolvedReceiver, { ok: true }>,
    { ca }: StoredReceiver,
    request: Omit<Transmission, 'url' | 'addresses' | 'ca'>,
  ) => transmit({ ...request, url, addresses, ca })

  const perform = async (
    receiver: StoredReceiver,
    order: ToPrepare,
    { signal, withinMs: limit }: SendOptions,
  ): Promise<{ prepared: Prepared | null; transmitted: Transmitted; phases: SendPhases }> => {
    const began = clock.monotonicMs()
    const withinMs = Math.min(receiver.timeoutMs, limit ?? receiver.timeoutMs)
    const unsent = (failure: Failure, prepared: Prepared | null, lookupMs: number | null) => {
      const phases = { connectMs: null, firstByteMs: null, totalMs: clock.monotonicMs() - began }
      return {
        prepared,
        transmitted: { status: null, response: null, repeatsSecret: false, failure, phases },
        phases: { lookupMs, ...phases },
      }
    }
    const preparation = await prepare(receiver, order)
    if (!preparation.ok) return unsent(preparation, null, null)
    const { prepared } = preparation
    const startedMs = clock.monotonicMs()
    const where = await resolved(receiver, withinMs, signal)
    const lookupMs = clock.monotonicMs() - startedMs
    if ('code' in where) return unsent(where, null, lookupMs)
    const { head, body } = prepared
    const hidden = hiddenValues(prepared, redactor)
    const transmitted = await transmitTo(where, receiver, {
      headers: head.headers,
      body,
      withinMs: withinMs - lookupMs,
      signal,
      conceal: (text, most) => redactor.conceal(text, hidden, most),
    })
    const { connectMs, firstByteMs, totalMs } = transmitted.phases
    const since = (ms: number | null) => (ms === null ? null : ms + lookupMs)
    const phases = {
      lookupMs,
      connectMs: since(connectMs),
      firstByteMs: since(firstByteMs),
      totalMs: totalMs + lookupMs,
    }
    return { prepared, transmitted, phases }
  }

  const sendAndRecord = async (
    receiver: StoredReceiver,
    order: SendOrder,
    sending: SendOptions,
  ): Promise<SendResult> => {
    const at = clock.now().toISOString()
    count(receiver, 1)
    try {
      const signal = AbortSignal.any([sending.signal, closing.signal])
      const { prepared, transmitted, phases } = await perform(receiver, order, { ...sending, signal })
      const { status, response, failure } = transmitted
      const refusal = failure && sending.rejectsUnsent ? refusalOf(failure) : null
      if (refusal) throw refusal
      const isGone = failure?.code === 'gone'
      const record: NewSend = {
        workspaceId: receiver.workspaceId,
        receiverId: receiver.id,
        deliveryId: isGone ? null : order.deliveryId,
        webhookId: prepared?.webhookId ?? null,
        mode: order.mode,
        cause: order.cause,
        jobId: order.jobId ?? null,
        at,
        url: receiver.url,
        simulated: order.mode === 'edited',
        status,
        problem: failure && { code: failure.code, sentence: failure.sentence },
        phases,
        request: prepared && {
          headers: shownHeaders(prepared, redactor),
          leftOut: prepared.head.leftOut,
          replaced: prepared.head.replaced,
        },
        response,
        editedBody: bodyMade(order),
      }
      const send = await sends.record(record)
      sent.fire(send)
      return { send, passed: hasPassed(send), response }
    } finally {
      count(receiver, -1)
    }
  }

  return {
    /**
     * Never rejects for a reason of the receiver, the delivery or its secret, which are problems of the result; only when it cannot be
     * recorded (`AppError` `storage`), or as the options say. An aborted request is recorded as `stopped`.
     */
    send(receiver: StoredReceiver, order: SendOrder, sending: SendOptions): Promise<SendResult> {
      const result = sendAndRecord(receiver, order, sending)
      const ended = result.catch(() => {}).finally(() => active.delete(ended))
      active.add(ended)
      return result
    },
    /** What would keep a request from being made now, or `null`. */
    async obstacle(receiver: StoredReceiver, signal: AbortSignal): Promise<Failure | null> {
      const where = await resolved(receiver, receiver.timeoutMs, signal)
      return 'code' in where ? where : null
    },
    /** Where the receiver is now, if it may be sent to. */
    reach: (receiver: StoredReceiver, signal: AbortSignal) => resolved(receiver, receiver.timeoutMs, signal),
    /** How many are under way. */
    sending: (receiverId: string): number => underWay.get(receiverId) ?? 0,
    /** A request began or ended. */
    onDidChange: changed.event,
    onDidSend: sent.event,
    /** Stops what is under way, and resolves when it is recorded. */
    async close() {
      closing.abort()
      await Promise.all(active)
    },
  }
}

/** A body that is no delivery's. */
function bodyMade(order: ToPrepare): Uint8Array | null {
  if (order.mode === 'edited') return order.composed.body
  return order.mode === 'catch-up' ? order.made.body : null
}

/** `null`: the user approved this host as what it is. */
function whyNotApproved(
  receiver: StoredReceiver,
  where: Extract<ResolvedReceiver, { ok: true }>,
  onKindChange: SenderOptions['onKindChange'],
): Failure | null {
  const { host, kind } = where
  const notHere = whyNotInSandbox(receiver.workspaceId, where)
  if (notHere !== null) return { code: 'address', sentence: notHere }
  if (kind !== receiver.addressKind) onKindChange(receiver, kind)
  if (kind === 'loopback') return null
  const { approved } = receiver
  if (approved?.host === host && approved.kind === kind) return null
  if (approved?.host === host) {
    const now = kind === 'public' ? 'a public address' : 'an address in a private network'
    return { code: 'address', sentence: `${host} now leads to ${now}. Approve it again.` }
  }
  return { code: 'approval', sentence: notApprovedWords(host) }
}

/** Header pairs to show and to store. */
export function shownHeaders(
  { head, ownVisible }: Prepared,
  redactor: Pick<Redactor, 'redact'>,
): [string, string][] {
  return redactedHeaders(head.headers, redactor).map(([name, redacted], at) => {
    const isVisible = ownVisible.get(name.toLowerCase())
    if (isVisible === undefined) return [name, redacted]
    return [name, isVisible ? (head.headers[at]?.[1] ?? '') : '[redacted]']
  })
}

/** Values of the request that are not shown. A receiver may repeat them. */
function hiddenValues(prepared: Prepared, redactor: Pick<Redactor, 'redact'>): readonly string[] {
  const shown = shownHeaders(prepared, redactor)
  return prepared.head.headers.flatMap(([, value], at) => (value === shown[at]?.[1] ? [] : [value]))
}

/** A request as the page sees it. */
export function shownRequest(
  url: string,
  prepared: Prepared,
  redactor: Pick<Redactor, 'redact'>,
): SendRequest {
  const { delivery, head, body } = prepared
  return {
    method: 'POST',
    url,
    headers: shownHeaders(prepared, redactor),
    bodyBase64: Buffer.from(body).toString('base64'),
    leftOut: [...head.leftOut],
    replaced: [...head.replaced],
    isBodyUnchanged: delivery !== null && Buffer.compare(body, delivery.body) === 0,
  }
}
