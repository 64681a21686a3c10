import type { Sql } from '#core/database/sql.ts'
import { deliveryOutcome } from '#shared/deliveries/responses/outcome.ts'
import type { IncomingDelivery } from '../delivery-rows.ts'

/**
 * A request whose signature was valid, but too old or too far ahead, is stored as a delivery of its own, and the service sends its
 * event again. The response that ends the attempts is the last one for the request too: without it, the request would count as
 * retrying for four days. The statements run inside the caller's transaction.
 */
export function createLaterAttempts(sql: Sql) {
  const listWaiting = sql.prepare(
    `SELECT webhook_id AS id FROM deliveries WHERE path_id = ? AND verified = 0 AND verdict IN ('stale', 'future')
     AND (status IN (408, 429) OR status >= 500)`,
  )
  const setStatus = sql.prepare(
    `UPDATE deliveries SET status = ?3 WHERE path_id = ?1 AND webhook_id = ?2 AND verified = 0
     AND verdict IN ('stale', 'future') RETURNING id`,
  )
  /** The events of each path whose next attempt is waited for: usually none, so most deliveries pay nothing. */
  const waiting = new Map<string, Set<string>>()
  const waitingAt = (pathId: string) => {
    const known = waiting.get(pathId) ?? new Set(listWaiting.all(pathId).map(({ id }) => String(id)))
    waiting.set(pathId, known)
    return known
  }

  return {
    /** A request that did not verify is stored now. */
    expect({ pathId, webhookId, verdict, status }: IncomingDelivery) {
      if ((verdict === 'stale' || verdict === 'future') && deliveryOutcome(status) === 'retried')
        waitingAt(pathId).add(webhookId)
    },
    /** An attempt that verified is stored now. If it ends the retries, returns the earlier requests that take its status. */
    answer({ pathId, webhookId, status }: IncomingDelivery): readonly number[] {
      const events = waitingAt(pathId)
      if (!events.has(webhookId)) return []
      // The request is retrying by its own response, too, and that is the one it got.
      if (deliveryOutcome(status) === 'retried') return []
      events.delete(webhookId)
      return setStatus.all(pathId, webhookId, status).map(({ id }) => Number(id))
    },
    /** After a rollback, or when deliveries were removed or judged again: it is read from the disk when it is needed next. */
    forget: () => waiting.clear(),
  }
}
