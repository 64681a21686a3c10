import type { Clock } from '#core/platform/ports.ts'

export interface SteppedTime {
  readonly clock: Clock
  /** Every requested delay, in milliseconds. */
  readonly pauses: readonly number[]
  /** Advances the clock by this much and resolves immediately. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  advance(ms: number): void
}

/**
 * Creates a clock that advances only when the code under test sleeps or the test moves it, so that waiting is instant and exact.
 */
export function steppedTime(start = new Date('2026-03-02T09:00:00Z')): SteppedTime {
  let elapsed = 0
  const pauses: number[] = []
  return {
    clock: { now: () => new Date(start.getTime() + elapsed), monotonicMs: () => elapsed },
    pauses,
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      pauses.push(ms)
      elapsed += Math.max(ms, 0)
      await Promise.resolve()
    },
    advance(ms) {
      elapsed += ms
    },
  }
}
