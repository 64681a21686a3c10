import { outcomeOf } from '#core/database/schema/deliveries.ts'
import type { Sql } from '#core/database/sql.ts'

export interface PendingRetries {
  readonly events: number
  /** ISO time of the earliest first attempt among these events, or `null`. */
  readonly since: string | null
  /** Number of events whose last response ended their retries. */
  readonly refused: number
}

/** Counts the events whose first attempt was between the two ISO times. */
type FindUndelivered = (pathId: string, from: string, before: string) => PendingRetries

/**
 * Finds a path's events that the service is still retrying (specification, section 3, *Delivery attempt*). Their last response
 * asked for a retry, no response was 2xx, and the retry period is not over.
 */
export function createPendingRetries(sql: Sql): FindUndelivered {
  // Uses the small index of deliveries that were not accepted instead of the index by path.
  const failed = (outcome: 'retried' | 'failed') =>
    `FROM deliveries AS failed INDEXED BY deliveries_not_accepted
     WHERE (status < 200 OR status > 299) AND ${outcomeOf('failed')} = '${outcome}' AND path_id = ?1`
  const stillTried = sql.prepare(
    `SELECT count(*) AS events, min(since) AS since FROM (
       SELECT min(first_received_at) AS since ${failed('retried')} AND first_received_at < ?3
         AND NOT EXISTS (SELECT 1 FROM deliveries WHERE path_id = ?1 AND webhook_id = failed.webhook_id
           AND verified = 1 AND status BETWEEN 200 AND 299)
       GROUP BY webhook_id HAVING min(first_received_at) >= ?2)`,
  )
  const refusedForGood = sql.prepare(
    `SELECT count(*) AS events ${failed('failed')} AND verified = 1 AND first_received_at < ?2`,
  )
  return (pathId, from, before) => {
    const row = stillTried.get(pathId, from, before)
    return {
      events: Number(row?.events ?? 0),
      since: typeof row?.since === 'string' ? row.since : null,
      refused: Number(refusedForGood.get(pathId, before)?.events ?? 0),
    }
  }
}
