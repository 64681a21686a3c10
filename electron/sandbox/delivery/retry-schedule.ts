import { dayMs, hourMs } from '../sandbox-clock.ts'

/** How long a delivery is retried, and how long an endpoint may fail before it is disabled (specification, sections 3 and 8). */
export const retryWindowMs = 4 * dayMs

/**
 * The specification says *exponential backoff* without numbers. Here the delay starts at one minute and doubles each time, up to eight
 * hours, with a last attempt when the four days end: 21 attempts in total.
 */
export function retryDelayMs(failedAttempts: number): number {
  return Math.min(60_000 * 2 ** (failedAttempts - 1), 8 * hourMs)
}

/** What a response means (specification, section 3, *Delivery attempt*). `null` is a network error or a timeout. */
export function outcomeOf(status: number | null): 'delivered' | 'retried' | 'failed' {
  if (status === null) return 'retried'
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 408 || status === 429 || status >= 500) return 'retried'
  return 'failed'
}
