import type { Clock, Fetch } from '#core/platform/ports.ts'
import { type Pace, realSleep } from '#core/service-api/requests/pacing.ts'

/** Delays background requests while there are requests that a user waits for. */
export type RequestPriority = ReturnType<typeof createRequestPriority>

/** Slightly less than the allowed pace, so that other requests don't have to wait. */
const shareOfPace = 0.99

/** Maximum delay, in milliseconds, that background requests make up for by following each other faster. */
const longestCatchUpMs = 100

export const msBetweenTurns = (perSecond: number): number => 1000 / (perSecond * shareOfPace)

export function createRequestPriority({
  clock: { monotonicMs },
  pace,
}: {
  readonly clock: Pick<Clock, 'monotonicMs'>
  /** Returns the open workspace's pace for reads. */
  readonly pace: () => Pace
}) {
  let running = 0
  let freeAtMs = Number.NEGATIVE_INFINITY
  let limitedAtMs: number | null = null
  let idle = Promise.withResolvers<void>()
  const whenIdle = async () => {
    while (running > 0) await idle.promise
  }
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
    whenIdle,
    /**
     * Waits until the next background request may be sent: not while a user is waiting for a request, and not faster than the
     * pace. Every request of the app delays the next turn by the time that the pace allows per request. Background requests thus
     * use only what remains of the pace, and never all of it at once.
     */
    async waitForTurn(signal: AbortSignal): Promise<void> {
      for (;;) {
        await whenIdle()
        signal.throwIfAborted()
        const { burst, perSecond } = pace()
        const nowMs = monotonicMs()
        freeAtMs = Math.min(freeAtMs, nowMs + burst * msBetweenTurns(perSecond))
        if (freeAtMs <= nowMs) return
        await realSleep(freeAtMs - nowMs, signal)
      }
    },
    /** Returns a `fetch` whose calls delay the turns of background requests. */
    countRequests(fetch: Fetch): Fetch {
      return async (url, init) => {
        const eachMs = msBetweenTurns(pace().perSecond)
        freeAtMs = Math.max(freeAtMs, monotonicMs() - Math.max(eachMs, longestCatchUpMs)) + eachMs
        const response = await fetch(url, init)
        if (response.status === 429) limitedAtMs = monotonicMs()
        return response
      }
    },
    /** Time of the last 429, on the monotonic clock. */
    limitedAtMs: () => limitedAtMs,
  }
}
