import { dayMs, hourMs } from '../sandbox-clock.ts'

/** How long a delivery is tried, and how long an endpoint may fail before it is disabled (specification, sections 3 and 8). */
export const retryWindowMs = 4 * dayMs

/**
 * The specification says *exponential backoff* and no number. Here: a minute, then twice as long each time, at most eight
 * hours, and one last attempt when the four days end. That makes 21 attempts.
 */
export function retryDelayMs(failedAttempts: number): number {
  return Math.min(60_000 * 2 ** (failedAttempts - 1), 8 * hourMs)
}

/** What an answer means (specification, section 3, *Delivery attempt*). `null` stands for a network error or a time-out. */
export function outcomeOf(status: number | null): 'delivered' | 'retried' | 'failed' {
  if (status === null) return 'retried'
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 408 || status === 429 || status >= 500) return 'retried'
  return 'failed'
}
