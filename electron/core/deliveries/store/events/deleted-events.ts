import { hash } from 'node:crypto'
import type { Sql } from '#core/database/sql.ts'
import type { IncomingDelivery } from '../delivery-rows.ts'

/** Twice the four days during which the service retries (specification, section 3). */
export const idsKeptMs = 8 * 24 * 60 * 60 * 1000

/**
 * Remembers events whose rows were deleted, so that a retry within eight days of the last attempt counts as a duplicate. The
 * statements must run inside a transaction.
 */
export function createDeletedEvents(sql: Sql) {
  const anyLeft = sql.prepare('SELECT EXISTS (SELECT 1 FROM deleted_events) AS yes')
  const find = sql.prepare(
    `SELECT body_digest AS digest FROM deleted_events AS gone WHERE path_id = ?1 AND webhook_id = ?2 AND NOT EXISTS
     (SELECT 1 FROM deliveries WHERE path_id = ?1 AND webhook_id = ?2 AND verified = 1)`,
  )
  const seen = sql.prepare(
    'UPDATE deleted_events SET last_received_at = max(last_received_at, ?3) WHERE path_id = ?1 AND webhook_id = ?2',
  )
  const put = sql.prepare('INSERT OR REPLACE INTO deleted_events VALUES (?, ?, ?, ?, ?)')
  const remove = sql.prepare('DELETE FROM deleted_events WHERE path_id = ? AND webhook_id = ?')
  const dropOld = sql.prepare(
    `DELETE FROM deleted_events WHERE (path_id, webhook_id) IN
     (SELECT path_id, webhook_id FROM deleted_events WHERE last_received_at < ? LIMIT ?)`,
  )
  const dropOfWorkspace = sql.prepare(
    `DELETE FROM deleted_events WHERE (path_id, webhook_id) IN
     (SELECT path_id, webhook_id FROM deleted_events WHERE workspace_id = ? LIMIT ?)`,
  )
  // Avoids a query per delivery while no events have been deleted.
  let isEmpty = anyLeft.get()?.yes !== 1

  return {
    /**
     * Returns whether a deleted event arrived again with the same body or with another one. `null` if the event was not deleted.
     */
    matchTombstone({ pathId, webhookId, receivedAt, body }: IncomingDelivery): 'same' | 'other-body' | null {
      if (isEmpty) return null
      const digest = find.get(pathId, webhookId)?.digest
      if (!(digest instanceof Uint8Array)) return null
      if (digestOf(body).equals(digest)) {
        seen.run(pathId, webhookId, receivedAt)
        return 'same'
      }
      remove.run(pathId, webhookId)
      return 'other-body'
    },
    put(event: {
      readonly pathId: string
      readonly webhookId: string
      readonly workspaceId: string | null
      readonly body: Uint8Array
      readonly lastReceivedAt: string
    }) {
      const { pathId, webhookId, workspaceId, body, lastReceivedAt } = event
      put.run(pathId, webhookId, workspaceId, digestOf(body), lastReceivedAt)
      isEmpty = false
    },
    /** Deletes up to `most` ids whose last attempt was before `iso`. Returns the number of deleted ids. */
    dropOld: (iso: string, most: number) => Number(dropOld.run(iso, most).changes),
    dropOfWorkspace: (workspaceId: string, most: number) =>
      Number(dropOfWorkspace.run(workspaceId, most).changes),
  }
}

const digestOf = (body: Uint8Array): Buffer => hash('sha256', body, 'buffer')
