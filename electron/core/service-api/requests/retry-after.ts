import { firstRetryMs, longestRetryMs, retryAfterBounds } from '../assumptions.ts'

/**
 * Reads a `Retry-After` header (RFC 9110, section 10.2.3), in milliseconds between 1 s and 15 min. Returns `null` if it is
 * neither a number of seconds nor a date. `now` should be the `Date` of the response, because this computer's clock may be wrong.
 */
export function readRetryAfter(header: string, now: Date): number | null {
  const text = header.trim()
  if (/^\d+$/.test(text)) return clamp(Number(text) * 1000)
  const date = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? null : clamp(date - now.getTime())
}

/**
 * Returns the pause after an attempt, counting from 1: 1, 2, 4 … 60 s. It is shortened at random by up to half, so that clients
 * don't all retry at once.
 */
export function backoffMs(attempt: number, random: () => number): number {
  const full = Math.min(firstRetryMs * 2 ** (attempt - 1), longestRetryMs)
  return Math.round(full * (1 - random() / 2))
}

/** The three date formats of RFC 9110, section 5.6.7. `Date.parse` accepts too much. For example, it reads `-1` as a year. */
const httpDate =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/

const clamp = (ms: number) => Math.min(Math.max(ms, retryAfterBounds.minMs), retryAfterBounds.maxMs)
