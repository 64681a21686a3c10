import { redactedHeaders } from '#core/deliveries/index.ts'
import { createEmitter } from '#core/platform/emitter.ts'
import type { Clock } from '#core/platform/ports.ts'
import type { Redactor } from '#core/platform/redact.ts'
import type { Send, SendCause, SendDetail, SendPhases, SendRequest } from '#shared/receivers/model.ts'
import { notApprovedWords, whyNotInSandbox } from '../address/approval.ts'
import type { ResolvedReceiver, ResolveReceiver } from '../address/resolve-receiver.ts'
import type { StoredKind, StoredReceiver } from '../receiver-store.ts'
import { type Failure, refusalOf } from './failure.ts'
import type { Prepare, Prepared, ToPrepare } from './prepare-request.ts'
import { hasPassed, type NewSend, type SendStore } from './send-store.ts'
import { type Transmission, type Transmitted, transmit } from './transmit.ts'

export type SendOrder = ToPrepare & {
  readonly cause: SendCause
  readonly jobId?: string
}

export interface SendOptions {
  readonly signal: AbortSignal
  /** Time limit in milliseconds, if shorter than the receiver's timeout. */
  readonly withinMs?: number
  /** Whether to reject if no request can be made, instead of recording the send. */
  readonly rejectsUnsent?: boolean
}

export interface SendResult {
  readonly send: Send
  readonly passed: boolean
  readonly response: SendDetail['response']
}

/** Sends deliveries to receivers. Records every send, including failures and those for which no request could be made. */
export type Sender = ReturnType<typeof createSender>

export function createSender(options: {
  readonly prepare: Prepare
  readonly resolve: ResolveReceiver
  readonly sends: SendStore
  readonly redactor: Pick<Redactor, 'redact' | 'conceal'>
  readonly clock: Clock
}) {
  const { prepare, resolve, sends, redactor, clock } = options
  const changed = createEmitter<StoredReceiver>()
  const sent = createEmitter<Send>()
  const kindFound = createEmitter<{ receiver: StoredReceiver; kind: StoredKind }>()
  const underWay = new Map<string, number>()
  const active = new Set<Promise<unknown>>()
  const closing = new AbortController()

  const count = (receiver: StoredReceiver, by: number) => {
    underWay.set(receiver.id, (underWay.get(receiver.id) ?? 0) + by)
    changed.fire(receiver)
  }

  /** Looks up the receiver's address. The lookup counts towards the request's time limit. */
  const resolved = async (
    receiver: StoredReceiver,
    withinMs: number,
    signal: AbortSignal,
  ): Promise<Extract<ResolvedReceiver, { ok: true }> | Failure> => {
    const late = AbortSignal.timeout(withinMs)
    try {
      const where = await resolve(receiver.url, AbortSignal.any([late, signal]))
      if (!where.ok) return where
      const notHere = whyNotInSandbox(receiver.workspaceId, where)
      if (notHere !== null) return { code: 'address', sentence: notHere }
      const { kind } = where
      if (kind !== receiver.addressKind) kindFound.fire({ receiver, kind })
      return whyNotApproved(receiver, where) ?? where
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
        endpointId: order.mode === 'catch-up' ? order.made.endpointId : null,
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
     * Sends a request and records the result, including any problem with the receiver, the delivery or its secret. Rejects if the
     * result can't be stored (`AppError` `storage`) or, with `sending.rejectsUnsent`, if no request could be made.
     */
    send(receiver: StoredReceiver, order: SendOrder, sending: SendOptions): Promise<SendResult> {
      const result = sendAndRecord(receiver, order, sending)
      const ended = result.catch(() => {}).finally(() => active.delete(ended))
      active.add(ended)
      return result
    },
    /** Returns why a request to the receiver would currently fail, or `null`. */
    async obstacle(receiver: StoredReceiver, signal: AbortSignal): Promise<Failure | null> {
      const where = await resolved(receiver, receiver.timeoutMs, signal)
      return 'code' in where ? where : null
    },
    reach: (receiver: StoredReceiver, signal: AbortSignal) => resolved(receiver, receiver.timeoutMs, signal),
    sending: (receiverId: string): number => underWay.get(receiverId) ?? 0,
    onDidChange: changed.event,
    onDidSend: sent.event,
    /** Fires when a receiver's host resolves to another kind of address than before. */
    onDidFindKind: kindFound.event,
    /** Aborts all requests and resolves when they have been recorded. */
    async close() {
      closing.abort()
      await Promise.all(active)
    },
  }
}

function bodyMade(order: ToPrepare): Uint8Array | null {
  if (order.mode === 'edited') return order.composed.body
  return order.mode === 'catch-up' ? order.made.body : null
}

/** Returns why requests to this address are not allowed, or `null`. Addresses other than loopback need the user's approval. */
function whyNotApproved(
  receiver: StoredReceiver,
  where: Extract<ResolvedReceiver, { ok: true }>,
): Failure | null {
  const { host, kind } = where
  if (kind === 'loopback') return null
  const { approved } = receiver
  if (approved?.host === host && approved.kind === kind) return null
  if (approved?.host === host) {
    const now = kind === 'public' ? 'a public address' : 'an address in a private network'
    return { code: 'address', sentence: `${host} now leads to ${now}. Approve it again.` }
  }
  return { code: 'approval', sentence: notApprovedWords(host) }
}

/** Returns the headers to show and to store, with secrets redacted. */
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

/** Returns the values of hidden headers. A receiver may repeat them, so they must also be removed from its responses. */
function hiddenValues(prepared: Prepared, redactor: Pick<Redactor, 'redact'>): readonly string[] {
  const shown = shownHeaders(prepared, redactor)
  return prepared.head.headers.flatMap(([, value], at) => (value === shown[at]?.[1] ? [] : [value]))
}

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
