import type { Sql } from '../store/sql.ts'

export interface Undelivered {
  readonly events: number
  /** ISO time of the first try of the first of them; `null` when there is none. */
  readonly since: string | null
  /** Events that were answered so that the service does not try them again, whatever becomes of the endpoint. */
  readonly refused: number
}

/**
 * The events of a path that the service still tries (specification, section 3, *Delivery attempt*): what was answered last was
 * one to be tried again, none was answered 2xx, and the window of retries is open.
 */
export function createUndelivered(sql: Sql) {
  const find = sql.prepare(
    `SELECT count(*) AS events, min(since) AS since FROM (
       SELECT min(first_received_at) AS since FROM deliveries AS failed
       WHERE token = ?1 AND (status = 408 OR status = 429 OR status >= 500) AND first_received_at < ?3
         AND NOT EXISTS (SELECT 1 FROM deliveries WHERE token = ?1 AND webhook_id = failed.webhook_id
           AND status BETWEEN 200 AND 299)
       GROUP BY webhook_id HAVING min(first_received_at) >= ?2)`,
  )
  const refusedForGood = sql.prepare(
    `SELECT count(DISTINCT webhook_id) AS events FROM deliveries AS failed
     WHERE token = ?1 AND verdict = 'verified' AND first_received_at < ?2
       AND NOT (status BETWEEN 200 AND 299 OR status = 408 OR status = 429 OR status >= 500)
       AND NOT EXISTS (SELECT 1 FROM deliveries WHERE token = ?1 AND webhook_id = failed.webhook_id
         AND status BETWEEN 200 AND 299)`,
  )
  /** Those that were first tried between the two ISO times; refused for good: any before the second. */
  return (token: string, from: string, before: string): Undelivered => {
    const row = find.get(token, from, before)
    return {
      events: Number(row?.events ?? 0),
      since: typeof row?.since === 'string' ? row.since : null,
      refused: Number(refusedForGood.get(token, before)?.events ?? 0),
    }
  }
}
