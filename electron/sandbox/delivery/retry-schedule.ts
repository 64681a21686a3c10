import { dayMs, hourMs } from '../sandbox-clock.ts'

/** How long a delivery is retried, and how long an endpoint may fail before it is disabled (specification, sections 3 and 8). */
export const retryWindowMs = 4 * dayMs

/**
 * Returns the delay before the next attempt. The specification says *exponential backoff* without numbers. Here, the delay starts
 * at one minute and doubles up to eight hours. The last attempt is at the end of the four days, which makes 21 attempts in total.
 */
export function retryDelayMs(failedAttempts: number): number {
  return Math.min(60_000 * 2 ** (failedAttempts - 1), 8 * hourMs)
}

/** Classifies a response (specification, section 3, *Delivery attempt*). `null` stands for a network error or a timeout. */
export function outcomeOf(status: number | null): 'delivered' | 'retried' | 'failed' {
  if (status === null) return 'retried'
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 408 || status === 429 || status >= 500) return 'retried'
  return 'failed'
}
