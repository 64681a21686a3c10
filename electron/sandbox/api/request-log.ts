import type { MiddlewareHandler } from 'hono'

/** A request that was received. API keys are never recorded. */
export interface RequestEntry {
  /** Increases with each. */
  readonly id: number
  readonly at: string
  readonly method: string
  /** Includes the query. */
  readonly path: string
  readonly authorization: 'absent' | 'wrong' | 'right'
  /** Who sent it: the app, by its own key, or the user's receiver by any other or none. */
  readonly from: 'app' | 'receiver'
  /** `null` until the response, and if the connection was broken instead. */
  readonly status: number | null
  /** Until the response; `null` without one. */
  readonly ms: number | null
}

/** Which key a request carries. */
export type Caller = 'app' | 'receiver' | 'wrong' | 'absent'

export interface RequestLog {
  /** The newest 2,000, oldest first. */
  readonly entries: readonly RequestEntry[]
  /** Middleware before all others, so that it sees every response. */
  readonly record: MiddlewareHandler
}

const maxEntries = 2000
const maxPath = 2048

export function createRequestLog(options: {
  readonly callerOf: (authorization: string | undefined) => Caller
  /** A request arrived or was answered. */
  readonly onChange: () => void
}): RequestLog {
  const { callerOf, onChange } = options
  const entries: Mutable<RequestEntry>[] = []
  let count = 0

  return {
    entries,
    async record(context, next) {
      const caller = callerOf(context.req.header('authorization'))
      const { pathname, search } = new URL(context.req.url)
      const startedMs = performance.now()
      const entry: Mutable<RequestEntry> = {
        id: ++count,
        at: new Date().toISOString(),
        method: context.req.method,
        path: (pathname + search).slice(0, maxPath),
        authorization: caller === 'app' || caller === 'receiver' ? 'right' : caller,
        from: caller === 'app' ? 'app' : 'receiver',
        status: null,
        ms: null,
      }
      entries.push(entry)
      if (entries.length > maxEntries) entries.shift()
      onChange()
      await next()
      // What the adapter itself answered has this header: the connection was broken on purpose.
      if (!context.res.headers.has('x-hono-already-sent')) {
        entry.status = context.res.status
        entry.ms = Math.round(performance.now() - startedMs)
      }
      onChange()
    },
  }
}

type Mutable<Entry> = { -readonly [Name in keyof Entry]: Entry[Name] }
