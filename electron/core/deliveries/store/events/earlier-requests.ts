import type { Sql } from '#core/database/sql.ts'
import { deliveryOutcome } from '#shared/deliveries/responses/outcome.ts'
import type { IncomingDelivery } from '../delivery-rows.ts'

/**
 * Updates stale and future requests when the service retries their event. Such a request is stored as a separate delivery,
 * which would otherwise count as retrying for four days. Once a response ends the retries, its status is copied to the request.
 * The statements must run inside a transaction.
 */
export function createEarlierRequests(sql: Sql) {
  const listWaiting = sql.prepare(
    `SELECT webhook_id AS id FROM deliveries WHERE path_id = ? AND verified = 0 AND verdict IN ('stale', 'future')
     AND (status IN (408, 429) OR status >= 500)`,
  )
  const setStatus = sql.prepare(
    `UPDATE deliveries SET status = ?3 WHERE path_id = ?1 AND webhook_id = ?2 AND verified = 0
     AND verdict IN ('stale', 'future') RETURNING id`,
  )
  /** Ids of events that are waiting for their next attempt, by path. */
  const waiting = new Map<string, Set<string>>()
  const waitingAt = (pathId: string) => {
    const known = waiting.get(pathId) ?? new Set(listWaiting.all(pathId).map(({ id }) => String(id)))
    waiting.set(pathId, known)
    return known
  }

  return {
    expect({ pathId, webhookId, verdict, status }: IncomingDelivery) {
      if ((verdict === 'stale' || verdict === 'future') && deliveryOutcome(status) === 'retried')
        waitingAt(pathId).add(webhookId)
    },
    /** Must be called after a verified attempt was stored. Returns the earlier requests whose status changed. */
    answer({ pathId, webhookId, status }: IncomingDelivery): readonly number[] {
      const events = waitingAt(pathId)
      if (!events.has(webhookId)) return []
      if (deliveryOutcome(status) === 'retried') return []
      events.delete(webhookId)
      return setStatus.all(pathId, webhookId, status).map(({ id }) => Number(id))
    },
    forget: () => waiting.clear(),
  }
}
