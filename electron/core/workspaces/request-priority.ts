import type { Fetch } from '#core/platform/ports.ts'

/** Interactive requests, which a user waits for, go before everything that is done in the background. */
export interface RequestPriority {
  /** Interactive work. */
  inFront<Result>(work: () => Promise<Result>): Promise<Result>
  /** Resolves when no interactive work is under way. */
  free(): Promise<void>
  /** Counts the requests that go through it. */
  counted(fetch: Fetch): Fetch
  /** How many requests went out since this was asked last. */
  sent(): number
}

export function createRequestPriority(): RequestPriority {
  let waiting = 0
  let requests = 0
  let freed = Promise.withResolvers<void>()
  return {
    async inFront(work) {
      waiting += 1
      try {
        return await work()
      } finally {
        waiting -= 1
        if (waiting === 0) {
          freed.resolve()
          freed = Promise.withResolvers<void>()
        }
      }
    },
    async free() {
      while (waiting > 0) await freed.promise
    },
    counted: (fetch) => (url, init) => {
      requests += 1
      return fetch(url, init)
    },
    sent() {
      const sent = requests
      requests = 0
      return sent
    },
  }
}
