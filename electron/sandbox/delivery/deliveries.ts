import type { EndpointBook, EndpointRecord } from '../endpoint-book.ts'
import type { SandboxClock, Timer } from '../sandbox-clock.ts'
import type { Answer, Post } from './post.ts'
import { outcomeOf, retryDelayMs, retryWindowMs } from './retry-schedule.ts'
import { signedHeaders } from './signing.ts'

export interface Attempt {
  /** ISO wall time, the one of `webhook-timestamp`. */
  readonly at: string
  readonly status: number | null
  readonly error: string | null
}

/**
 * One event on its way to one endpoint. `exhausted`: four days went by; `dropped`: the endpoint was disabled or deleted
 * first, and what it missed is not replayed.
 */
export interface Delivery {
  readonly eventId: string
  readonly endpointId: string
  readonly eventType: string
  readonly noteId: string
  readonly state: 'pending' | 'delivered' | 'failed' | 'exhausted' | 'dropped'
  readonly attempts: readonly Attempt[]
}

export interface Deliveries {
  send(endpoint: EndpointRecord, event: { id: string; type: string; noteId: string; body: Buffer }): void
  /** Deliveries to this endpoint stop immediately, one under way included. */
  drop(endpointId: string): void
  /** The newest thousand, oldest first. */
  log(): readonly Delivery[]
  close(): void
}

const remembered = 1000

export function createDeliveries(options: {
  readonly book: EndpointBook
  readonly clock: SandboxClock
  readonly post: Post
}): Deliveries {
  const { book, clock, post } = options
  const log: OneDelivery[] = []
  const pending = new Set<OneDelivery>()

  const settle = (delivery: OneDelivery, state: Delivery['state']) => {
    delivery.state = state
    pending.delete(delivery)
  }

  const attempt = async (delivery: OneDelivery, dueMs: number): Promise<void> => {
    // The URL and the secret are those of now: an endpoint that moved gets its retries at its new address.
    const endpoint = book.get(delivery.endpointId)
    if (!endpoint?.enabled) return settle(delivery, 'dropped')
    const sentAt = new Date()
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'meeting-notes-sandbox/1',
      ...signedHeaders(endpoint.signingSecret, delivery.eventId, sentAt, delivery.body),
    }
    const answer = await post(endpoint.url, headers, delivery.body, delivery.abort.signal)
    if (delivery.state !== 'pending') return
    delivery.attempts.push(asAttempt(sentAt, answer))
    // A timer may fire a moment early; nothing is decided before the moment it stood for.
    conclude(delivery, Math.max(dueMs, clock.nowMs()), answer)
  }

  const conclude = (delivery: OneDelivery, nowMs: number, answer: Answer) => {
    const outcome = outcomeOf(answer.status)
    if (outcome === 'delivered') {
      book.succeeded(delivery.endpointId)
      return settle(delivery, 'delivered')
    }
    if (outcome === 'failed') settle(delivery, 'failed')
    else if (nowMs >= delivery.deadlineMs) settle(delivery, 'exhausted')
    else {
      const dueMs = Math.min(nowMs + retryDelayMs(delivery.attempts.length), delivery.deadlineMs)
      delivery.timer = clock.at(dueMs, () => void attempt(delivery, dueMs))
    }
    const failingSinceMs = book.failed(delivery.endpointId, delivery.startedMs)
    if (nowMs - failingSinceMs >= retryWindowMs) book.disable(delivery.endpointId)
  }

  return {
    send(endpoint, { id, type, noteId, body }) {
      const startedMs = clock.nowMs()
      const delivery: OneDelivery = {
        ...{ eventId: id, endpointId: endpoint.id, eventType: type, noteId, body },
        ...{ state: 'pending', attempts: [], abort: new AbortController(), timer: null },
        ...{ startedMs, deadlineMs: startedMs + retryWindowMs },
      }
      log.push(delivery)
      if (log.length > remembered) log.shift()
      pending.add(delivery)
      // By the clock, so that nothing is sent while that is paused.
      delivery.timer = clock.at(startedMs, () => void attempt(delivery, startedMs))
    },
    drop(endpointId) {
      for (const delivery of pending) {
        if (delivery.endpointId !== endpointId) continue
        delivery.timer?.cancel()
        settle(delivery, 'dropped')
        delivery.abort.abort()
      }
    },
    log: () =>
      log.map(({ eventId, endpointId, eventType, noteId, state, attempts }) => {
        return { eventId, endpointId, eventType, noteId, state, attempts: [...attempts] }
      }),
    close() {
      for (const delivery of pending) {
        settle(delivery, 'dropped')
        delivery.abort.abort()
      }
    },
  }
}

interface OneDelivery extends Delivery {
  readonly body: Buffer
  readonly startedMs: number
  readonly deadlineMs: number
  readonly abort: AbortController
  readonly attempts: Attempt[]
  state: Delivery['state']
  timer: Timer | null
}

function asAttempt(sentAt: Date, answer: Answer): Attempt {
  return {
    at: sentAt.toISOString(),
    status: answer.status,
    error: answer.status === null ? answer.error : null,
  }
}
