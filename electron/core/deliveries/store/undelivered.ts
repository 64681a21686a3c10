import { outcomeOf } from '#core/database/schema/deliveries.ts'
import type { Sql } from '#core/database/sql.ts'

export interface Undelivered {
  readonly events: number
  /** ISO time of the first try of the first of them; `null` when there is none. */
  readonly since: string | null
  /** Events that were answered so that the service does not try them again, whatever becomes of the endpoint. */
  readonly refused: number
}

/** Those that were first tried between the two ISO times; refused for good: any before the second. */
export type FindUndelivered = (pathId: string, from: string, before: string) => Undelivered

/**
 * The events of a path that the service still tries (specification, section 3, *Delivery attempt*): what was answered last was
 * one to be tried again, none was answered 2xx, and the window of retries is open.
 */
export function createUndelivered(sql: Sql): FindUndelivered {
  // By the index of what was not taken, few among a million, and not by that of the path, which is all that ever came on it.
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
