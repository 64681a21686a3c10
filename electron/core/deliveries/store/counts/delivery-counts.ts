import type { Sql } from '#core/database/sql.ts'
import { deliveryOutcome } from '#shared/deliveries/responses/outcome.ts'
import type { IncomingDelivery } from '../delivery-rows.ts'

interface Counted {
  readonly id: number
  readonly incoming: Pick<IncomingDelivery, 'workspaceId' | 'receivedAt' | 'status'>
}

/** Counts deliveries per minute as they are stored. Must run inside a transaction. */
export function createDeliveryCounts(sql: Sql) {
  const add = sql.prepare(
    `INSERT INTO delivery_minutes (workspace_id, minute, outcome, deliveries, first_id, last_id) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET deliveries = deliveries + excluded.deliveries,
     first_id = min(first_id, excluded.first_id), last_id = max(last_id, excluded.last_id)`,
  )
  return {
    /** Updates each counter once per batch instead of once per delivery. */
    add(stored: readonly Counted[]) {
      const groups = new Map<string, { first: Counted['incoming']; n: number; from: number; to: number }>()
      for (const { id, incoming } of stored) {
        const { receivedAt, status, workspaceId } = incoming
        const key = `${receivedAt.slice(0, 16)} ${deliveryOutcome(status)} ${workspaceId ?? ''}`
        const group = groups.get(key)
        if (group) {
          group.n += 1
          group.from = Math.min(group.from, id)
          group.to = Math.max(group.to, id)
        } else groups.set(key, { first: incoming, n: 1, from: id, to: id })
      }
      for (const { first, n, from, to } of groups.values()) {
        const minute = first.receivedAt.slice(0, 16)
        add.run(first.workspaceId ?? '', minute, deliveryOutcome(first.status), n, from, to)
      }
    },
  }
}
