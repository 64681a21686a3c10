import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'
import type { HTTPException } from 'hono/http-exception'
import type { Knobs, RateLimit } from '../knobs.ts'
import { apiError } from './errors.ts'
import type { Caller } from './request-log.ts'

/** Faults that are simulated before the request reaches its route. */
export type GateKnobs = Pick<Knobs, 'latencyMs' | 'status' | 'rateLimit'>

/**
 * Identifies the API key of a request. The app and the user's receiver have different keys, so that the log can distinguish their
 * requests.
 */
export function createCallerOf(apiKey: string, receiverKey: string): (header: string | undefined) => Caller {
  const app = digest(`Bearer ${apiKey}`)
  const receiver = digest(`Bearer ${receiverKey}`)
  return (header) => {
    if (header === undefined) return 'absent'
    const given = digest(header.replace(/^bearer /i, 'Bearer '))
    if (timingSafeEqual(given, app)) return 'app'
    return timingSafeEqual(given, receiver) ? 'receiver' : 'wrong'
  }
}

/**
 * Middleware that runs before every route. Applies simulated failures and the rate limit, and checks the API key (specification,
 * section 5).
 */
export function createGate(options: {
  readonly callerOf: (header: string | undefined) => Caller
  readonly knobs: GateKnobs
  readonly receiverKnobs: GateKnobs
}): MiddlewareHandler {
  const { callerOf, knobs, receiverKnobs } = options
  const acceptedAtMs = { app: [] as number[], receiver: [] as number[] }

  const limit = (from: keyof typeof acceptedAtMs, { requests, perMs, retryAfter }: RateLimit) => {
    const nowMs = performance.now()
    const accepted = acceptedAtMs[from].filter((atMs) => nowMs - atMs < perMs)
    acceptedAtMs[from] = accepted
    const oldest = accepted[0]
    if (accepted.length >= requests) {
      const seconds = Math.max(1, Math.ceil((perMs - (nowMs - (oldest ?? nowMs))) / 1000))
      throw apiError(429, 'rate_limited', 'Too many requests.', retryAfterHeader(retryAfter, seconds))
    }
    accepted.push(nowMs)
  }

  return async (context, next) => {
    const caller = callerOf(context.req.header('authorization'))
    const from = caller === 'app' ? 'app' : 'receiver'
    const own = from === 'receiver' ? receiverKnobs : null
    const latencyMs = Math.max(knobs.latencyMs, own?.latencyMs ?? 0)
    // The timer is unreferenced, so that a delayed response doesn't keep the process alive.
    if (latencyMs > 0) await wait(latencyMs, undefined, { ref: false })
    const status = own?.status ?? knobs.status
    if (status !== null) throw fixedStatus(status)
    const rateLimit = own?.rateLimit ?? knobs.rateLimit
    if (rateLimit) limit(from, rateLimit)
    if (caller === 'wrong' || caller === 'absent')
      throw apiError(401, 'unauthorized', 'The API key is missing or invalid.')
    await next()
  }
}

function fixedStatus(status: number): HTTPException {
  const redirect = status >= 300 && status < 400
  const headers: Record<string, string> = redirect ? { location: 'https://elsewhere.example.com/' } : {}
  return apiError(status, `status_${status}`, 'The sandbox service is set to return this status.', headers)
}

function retryAfterHeader(style: RateLimit['retryAfter'], seconds: number): Record<string, string> {
  switch (style) {
    case 'seconds':
      return { 'retry-after': String(seconds) }
    case 'date':
      return { 'retry-after': new Date(Date.now() + seconds * 1000).toUTCString() }
    case 'unreadable':
      return { 'retry-after': 'soon' }
    case 'absent':
      return {}
  }
}

/** Hashes the header, so that both sides of the constant-time comparison have the same length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
