import type { MiddlewareHandler } from 'hono'

/** A request that the API received. API keys are never recorded. */
export interface RequestEntry {
  readonly id: number
  readonly at: string
  readonly method: string
  readonly path: string
  readonly authorization: 'absent' | 'wrong' | 'right'
  /**
   * The sender of the request. The app is identified by its key, or by its user agent while it tests another key. Any other
   * sender counts as the user's receiver.
   */
  readonly from: 'app' | 'receiver'
  /** Response status. `null` until there is a response, and if the connection broke. */
  readonly status: number | null
  readonly ms: number | null
}

export type Caller = 'app' | 'receiver' | 'wrong' | 'absent'

export interface RequestLog {
  readonly entries: readonly RequestEntry[]
  /** Middleware that must run before all others, so that it sees every response. */
  readonly record: MiddlewareHandler
}

const maxEntries = 2000
const maxPath = 2048

export function createRequestLog(options: {
  readonly callerOf: (authorization: string | undefined) => Caller
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
        from: caller === 'app' || context.req.header('user-agent') === 'Notehook' ? 'app' : 'receiver',
        status: null,
        ms: null,
      }
      entries.push(entry)
      if (entries.length > maxEntries) entries.shift()
      onChange()
      await next()
      if (!context.res.headers.has('x-hono-already-sent')) {
        entry.status = context.res.status
        entry.ms = Math.round(performance.now() - startedMs)
      }
      onChange()
    },
  }
}

type Mutable<Entry> = { -readonly [Name in keyof Entry]: Entry[Name] }
