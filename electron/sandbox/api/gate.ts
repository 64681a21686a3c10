import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'
import type { HTTPException } from 'hono/http-exception'
import type { Knobs, RateLimit } from '../knobs.ts'
import { apiError } from './errors.ts'

/** A request that was received. The API key itself is never recorded. */
export interface RequestEntry {
  readonly at: string
  readonly method: string
  /** Includes the query. */
  readonly path: string
  readonly authorization: 'absent' | 'wrong' | 'right'
}

const maxEntries = 2000

/** Middleware before every route: logs the request, then applies simulated failures, the rate limit and the API key (section 5). */
export function createGate(
  knobs: Knobs,
  apiKey: string,
): { gate: MiddlewareHandler; log: readonly RequestEntry[] } {
  const log: RequestEntry[] = []
  const expected = digest(`Bearer ${apiKey}`)
  let acceptedAtMs: number[] = []

  const limit = ({ requests, perMs, retryAfter }: RateLimit) => {
    const nowMs = performance.now()
    acceptedAtMs = acceptedAtMs.filter((atMs) => nowMs - atMs < perMs)
    const oldest = acceptedAtMs[0]
    if (acceptedAtMs.length >= requests) {
      const seconds = Math.max(1, Math.ceil((perMs - (nowMs - (oldest ?? nowMs))) / 1000))
      throw apiError(429, 'rate_limited', 'Too many requests.', retryAfterHeader(retryAfter, seconds))
    }
    acceptedAtMs.push(nowMs)
  }

  const gate: MiddlewareHandler = async (context, next) => {
    const header = context.req.header('authorization')
    const isAuthorized =
      header !== undefined && timingSafeEqual(digest(header.replace(/^bearer /i, 'Bearer ')), expected)
    const { pathname, search } = new URL(context.req.url)
    log.push({
      at: new Date().toISOString(),
      method: context.req.method,
      path: pathname + search,
      authorization: header === undefined ? 'absent' : isAuthorized ? 'right' : 'wrong',
    })
    if (log.length > maxEntries) log.shift()

    // Unreferenced, so that a delayed response does not keep the process alive.
    if (knobs.latencyMs > 0) await wait(knobs.latencyMs, undefined, { ref: false })
    if (knobs.status !== null) throw fixedStatus(knobs.status)
    if (knobs.rateLimit) limit(knobs.rateLimit)
    if (!isAuthorized) throw apiError(401, 'unauthorized', 'The API key is missing or invalid.')
    await next()
  }
  return { gate, log }
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

/** Gives both sides the same length, so that the comparison takes constant time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
