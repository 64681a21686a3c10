import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'
import type { HTTPException } from 'hono/http-exception'
import type { Knobs, RateLimit } from '../knobs.ts'
import { refusal } from './refusal.ts'

/** One request that came in. The key itself is never written down. */
export interface RequestEntry {
  readonly at: string
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly authorization: 'absent' | 'wrong' | 'right'
}

const remembered = 2000

/** What every request passes before it reaches a route: the log, the bad days, the rate limit, the key (section 5). */
export function createGate(
  knobs: Knobs,
  apiKey: string,
): { gate: MiddlewareHandler; log: readonly RequestEntry[] } {
  const log: RequestEntry[] = []
  const expected = digest(`Bearer ${apiKey}`)
  let passedMs: number[] = []

  const limit = ({ requests, perMs, retryAfter }: RateLimit) => {
    const nowMs = performance.now()
    passedMs = passedMs.filter((at) => nowMs - at < perMs)
    const oldest = passedMs[0]
    if (passedMs.length >= requests) {
      const seconds = Math.max(1, Math.ceil((perMs - (nowMs - (oldest ?? nowMs))) / 1000))
      throw refusal(429, 'rate_limited', 'Too many requests.', retryAfterHeader(retryAfter, seconds))
    }
    passedMs.push(nowMs)
  }

  const gate: MiddlewareHandler = async (context, next) => {
    const header = context.req.header('authorization')
    const right =
      header !== undefined && timingSafeEqual(digest(header.replace(/^bearer /i, 'Bearer ')), expected)
    const { pathname, search } = new URL(context.req.url)
    log.push({
      at: new Date().toISOString(),
      method: context.req.method,
      path: pathname + search,
      authorization: header === undefined ? 'absent' : right ? 'right' : 'wrong',
    })
    if (log.length > remembered) log.shift()

    // Unreferenced: a late answer must not keep a process alive that is done otherwise.
    if (knobs.latencyMs > 0) await wait(knobs.latencyMs, undefined, { ref: false })
    if (knobs.status !== null) throw alwaysThis(knobs.status)
    if (knobs.rateLimit) limit(knobs.rateLimit)
    if (!right) throw refusal(401, 'unauthorized', 'The API key is missing or invalid.')
    await next()
  }
  return { gate, log }
}

function alwaysThis(status: number): HTTPException {
  const redirect = status >= 300 && status < 400
  const headers: Record<string, string> = redirect ? { location: 'https://elsewhere.example.com/' } : {}
  return refusal(status, `status_${status}`, 'The sandbox service was told to answer like this.', headers)
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

/** Equal lengths, so that the comparison tells nothing by its time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
