import { firstRetryMs, longestRetryMs, retryAfterBounds } from '../assumptions.ts'

/**
 * Reads a `Retry-After` header (RFC 9110, section 10.2.3). Returns milliseconds, limited to between 1 s and 15 min, or `null` if
 * the header is neither seconds nor a date. `now` should be the response's `Date`, so that a wrong local clock has no effect.
 */
export function readRetryAfter(header: string, now: Date): number | null {
  const text = header.trim()
  if (/^\d+$/.test(text)) return clamp(Number(text) * 1000)
  const date = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? null : clamp(date - now.getTime())
}

/**
 * Returns the pause after the given attempt, counting from 1: 1, 2, 4 … 60 s. It is randomly shortened by up to half, so that
 * clients do not all retry at the same time.
 */
export function backoffMs(attempt: number, random: () => number): number {
  const full = Math.min(firstRetryMs * 2 ** (attempt - 1), longestRetryMs)
  return Math.round(full * (1 - random() / 2))
}

/** Matches the three date formats of RFC 9110, section 5.6.7. `Date.parse` alone would read `-1` as a year. */
const httpDate =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/

const clamp = (ms: number) => Math.min(Math.max(ms, retryAfterBounds.minMs), retryAfterBounds.maxMs)
