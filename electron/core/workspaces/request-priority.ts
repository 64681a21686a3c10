import type { Fetch } from '#core/platform/ports.ts'

/** Gives interactive requests, which a user waits for, priority over background requests. */
export interface RequestPriority {
  runInteractive<Result>(work: () => Promise<Result>): Promise<Result>
  /** Resolves when no interactive work is running. */
  whenIdle(): Promise<void>
  /** Wraps `fetch` so that its requests are counted. */
  countRequests(fetch: Fetch): Fetch
  /** Returns the number of requests sent since the last call. */
  takeSentCount(): number
}

export function createRequestPriority(): RequestPriority {
  let running = 0
  let sent = 0
  let idle = Promise.withResolvers<void>()
  return {
    async runInteractive(work) {
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
    countRequests: (fetch) => (url, init) => {
      sent += 1
      return fetch(url, init)
    },
    takeSentCount() {
      const count = sent
      sent = 0
      return count
    },
  }
}
