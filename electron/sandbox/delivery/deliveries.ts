import type { EndpointBook, EndpointRecord } from '../endpoint-book.ts'
import { dayMs, hourMs, type SandboxClock, type Timer } from '../sandbox-clock.ts'
import type { Post, PostResult } from './post.ts'
import { type ProducedFailure, producedRequest, type Secrets } from './produced.ts'
import { signedHeaders } from './signing.ts'

export interface Attempt {
  readonly at: string
  readonly status: number | null
  readonly error: string | null
  readonly ms: number
}

/**
 * The delivery of one event to one endpoint. `exhausted` means that the four days of retries are over. `dropped` means that the
 * endpoint was disabled or deleted first. Such a delivery is never sent later.
 */
export interface Delivery {
  readonly id: number
  readonly eventId: string
  readonly endpointId: string
  readonly eventType: string
  readonly noteId: string
  readonly startedAt: string
  readonly state: 'pending' | 'delivered' | 'failed' | 'exhausted' | 'dropped'
  readonly attempts: readonly Attempt[]
  /**
   * Deliberate fault of the first attempt, whose result doesn't count for or against the endpoint. A `slow-retry` is followed by
   * valid attempts if its response asks for a retry. Deliveries with other faults are sent only once.
   */
  readonly produced: ProducedFailure | null
  /** ISO wall-clock time of the next attempt at the current speed. `null` if there is none, and while the clock is stopped. */
  readonly nextAt: string | null
}

export type Deliveries = ReturnType<typeof createDeliveries>

const maxLogEntries = 2000

export function createDeliveries(options: {
  readonly book: EndpointBook
  readonly clock: SandboxClock
  readonly post: Post
  readonly minRetryMs: number
  readonly onChange: () => void
  /** Called when an attempt that counts against its endpoint gets no response. */
  readonly onUnanswered: (endpoint: EndpointRecord, attempt: Attempt) => void
}) {
  const { book, clock, post, minRetryMs, onChange, onUnanswered } = options
  const log: DeliveryInProgress[] = []
  const pending = new Set<DeliveryInProgress>()
  const producedIds = new Set<string>()
  let count = 0

  const settle = (delivery: DeliveryInProgress, state: Delivery['state']) => {
    delivery.state = state
    delivery.timer = null
    pending.delete(delivery)
    onChange()
  }

  const attempt = async (delivery: DeliveryInProgress, dueMs: number): Promise<void> => {
    // Uses the current URL and secret, so that retries go to the new address after an update.
    const endpoint = book.get(delivery.endpointId)
    if (!endpoint?.enabled) return settle(delivery, 'dropped')
    delivery.timer = null
    const sentAt = new Date()
    const { signingSecret } = endpoint
    const otherSecret = book.list().find(({ id }) => id !== endpoint.id)?.signingSecret
    const { headers: signed, body } = requestOf(delivery, { signingSecret, otherSecret }, sentAt)
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'meeting-notes-sandbox/1',
      ...signed,
    }
    const startedMs = performance.now()
    const result = await post(endpoint.url, headers, body, delivery.abort.signal)
    if (delivery.state !== 'pending') return
    const attempted = toAttempt(sentAt, performance.now() - startedMs, result)
    delivery.attempts.push(attempted)
    if (result.status === null && delivery.produced === null) onUnanswered(endpoint, attempted)
    // A timer may fire slightly before `dueMs`.
    conclude(delivery, Math.max(dueMs, clock.nowMs()), result)
  }

  const conclude = (delivery: DeliveryInProgress, nowMs: number, result: PostResult) => {
    const outcome = outcomeOf(result.status)
    if (delivery.produced !== null) {
      if (delivery.produced !== 'slow-retry' || outcome !== 'retried')
        return settle(delivery, outcome === 'delivered' ? 'delivered' : 'failed')
      return nowMs >= delivery.deadlineMs ? settle(delivery, 'exhausted') : retry(delivery, nowMs)
    }
    if (outcome === 'delivered') {
      book.succeeded(delivery.endpointId)
      return settle(delivery, 'delivered')
    }
    if (outcome === 'failed') settle(delivery, 'failed')
    else if (nowMs >= delivery.deadlineMs) settle(delivery, 'exhausted')
    else retry(delivery, nowMs)
    const failingSinceMs = book.failed(delivery.endpointId, delivery.startedMs)
    if (nowMs - failingSinceMs >= retryWindowMs) book.disable(delivery.endpointId)
  }

  const retry = (delivery: DeliveryInProgress, nowMs: number) => {
    const dueMs = Math.min(nowMs + retryDelayMs(delivery.attempts.length), delivery.deadlineMs)
    delivery.timer = clock.at(dueMs, () => void attempt(delivery, dueMs), minRetryMs)
    onChange()
  }

  return {
    send(
      endpoint: EndpointRecord,
      { id, type, noteId, body }: { id: string; type: string; noteId: string; body: Buffer },
      produced?: ProducedFailure,
    ) {
      if (produced !== undefined) producedIds.add(id)
      const startedMs = clock.nowMs()
      const delivery: DeliveryInProgress = {
        id: ++count,
        eventId: id,
        endpointId: endpoint.id,
        eventType: type,
        noteId,
        startedAt: new Date().toISOString(),
        body,
        state: 'pending',
        attempts: [],
        produced: produced ?? null,
        abort: new AbortController(),
        timer: null,
        nextAt: null,
        startedMs,
        deadlineMs: startedMs + retryWindowMs,
      }
      log.push(delivery)
      if (log.length > maxLogEntries) log.shift()
      pending.add(delivery)
      // Uses the sandbox clock, so that nothing is sent while it is paused.
      delivery.timer = clock.at(startedMs, () => void attempt(delivery, startedMs))
      onChange()
    },
    drop(endpointId: string) {
      for (const delivery of pending) {
        if (delivery.endpointId !== endpointId) continue
        delivery.timer?.cancel()
        settle(delivery, 'dropped')
        delivery.abort.abort()
      }
    },
    isProduced: (eventId: string): boolean => producedIds.has(eventId),
    log: (): readonly Delivery[] =>
      log.map((delivery) => {
        const { id, eventId, endpointId, eventType, noteId, startedAt, state, produced } = delivery
        const nextMs = delivery.timer?.runsAtMs() ?? null
        const nextAt = nextMs === null ? null : new Date(nextMs).toISOString()
        const attempts = [...delivery.attempts]
        return { id, eventId, endpointId, eventType, noteId, startedAt, state, attempts, produced, nextAt }
      }),
    close() {
      for (const delivery of pending) {
        settle(delivery, 'dropped')
        delivery.abort.abort()
      }
    },
  }
}

interface DeliveryInProgress extends Delivery {
  readonly body: Buffer
  readonly startedMs: number
  readonly deadlineMs: number
  readonly abort: AbortController
  readonly attempts: Attempt[]
  state: Delivery['state']
  timer: Timer | null
}

function requestOf(
  { eventId, body, produced, attempts }: DeliveryInProgress,
  secrets: Secrets,
  sentAt: Date,
) {
  return produced === null || attempts.length > 0
    ? { headers: signedHeaders(secrets.signingSecret, eventId, sentAt, body), body }
    : producedRequest(produced, secrets, eventId, sentAt, body)
}

function toAttempt(sentAt: Date, ms: number, result: PostResult): Attempt {
  return {
    at: sentAt.toISOString(),
    status: result.status,
    error: result.status === null ? result.error : null,
    ms: Math.round(ms),
  }
}

/** How long a delivery is retried, and how long an endpoint may fail before it is disabled (specification, sections 3 and 8). */
const retryWindowMs = 4 * dayMs

/**
 * Returns the delay before the next attempt. The specification says *exponential backoff* without numbers. Here, the delay starts
 * at one minute and doubles up to eight hours. The last attempt is at the end of the four days, which makes 21 attempts in total.
 */
export function retryDelayMs(failedAttempts: number): number {
  return Math.min(60_000 * 2 ** (failedAttempts - 1), 8 * hourMs)
}

/** Classifies a response (specification, section 3, *Delivery attempt*). `null` stands for a network error or a timeout. */
export function outcomeOf(status: number | null): 'delivered' | 'retried' | 'failed' {
  if (status === null) return 'retried'
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 408 || status === 429 || status >= 500) return 'retried'
  return 'failed'
}
