import { vi } from 'vitest'

let patienceMs = 60_000

/**
 * Asks until it holds, and gives what it answers. The patience is for two busy cores of a slow machine: where all is
 * well the first or second question is the last.
 */
export function eventually<T>(holds: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(holds, { timeout: patienceMs, interval: 10 })
}

/** For a file of tests that wait for what must not come: they would spend all of the patience. */
export function waitAtMost(ms: number): void {
  patienceMs = ms
}
