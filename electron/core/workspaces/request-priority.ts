import type { Fetch } from '#core/platform/ports.ts'

/** Delays background requests while there are requests that a user waits for. */
export type RequestPriority = ReturnType<typeof createRequestPriority>

export function createRequestPriority() {
  let running = 0
  let sent = 0
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
      return (url, init) => {
        sent += 1
        return fetch(url, init)
      }
    },
    takeSentCount(): number {
      const count = sent
      sent = 0
      return count
    },
  }
}
