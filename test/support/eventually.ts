import { afterAll, vi } from 'vitest'

const usualPatienceMs = 60_000
let patienceMs = usualPatienceMs

/**
 * Repeats an assertion until it passes, and returns its result. It usually passes at the first or second attempt. The time limit
 * is for a slow machine with two busy cores.
 */
export function eventually<T>(holds: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(holds, { timeout: patienceMs, interval: 10 })
}

/** Lowers the time limit for a test file that expects assertions to fail, since each one would use up the whole limit. */
export function waitAtMost(ms: number): void {
  patienceMs = ms
  afterAll(() => {
    patienceMs = usualPatienceMs
  })
}
