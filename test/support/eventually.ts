import { vi } from 'vitest'

/**
 * Asks until it holds, and gives what it answers. The patience is for two busy cores: where all is well the first or second
 * question is the last.
 */
export function eventually<T>(holds: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(holds, { timeout: 15_000, interval: 10 })
}
