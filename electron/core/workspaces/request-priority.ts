import type { Clock, Fetch } from '#core/platform/ports.ts'

/** Delays background requests while there are requests that a user waits for. */
export type RequestPriority = ReturnType<typeof createRequestPriority>

export function createRequestPriority({ monotonicMs }: Pick<Clock, 'monotonicMs'>) {
  let running = 0
  let sent = 0
  let limitedAtMs: number | null = null
  let idle = Promise.withResolvers<void>()
  return {
    async runInteractive<Result>(work: () => Promise<Result>): Promise<Result> {
      running += 1
      try {
        return await work()
      } finally {
        running -= 1
        if (running === 0) {
          idle.resolve()
          idle = Promise.withResolvers<void>()
        }
      }
    },
    async whenIdle() {
      while (running > 0) await idle.promise
    },
    /** Returns a `fetch` whose calls `takeSentCount` counts. */
    countRequests(fetch: Fetch): Fetch {
      return async (url, init) => {
        sent += 1
        const response = await fetch(url, init)
        if (response.status === 429) limitedAtMs = monotonicMs()
        return response
      }
    },
    /** Time of the last 429, on the monotonic clock. */
    limitedAtMs: () => limitedAtMs,
    takeSentCount(): number {
      const count = sent
      sent = 0
      return count
    },
  }
}
