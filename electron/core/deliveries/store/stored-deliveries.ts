import type { Sql } from '#core/database/sql.ts'
import { isStarred } from './annotations.ts'

export interface OldDelivery {
  readonly id: number
  readonly firstAt: string
  readonly lastAt: string
}

/** What is kept of every workspace, from its oldest end. */
export function createStoredDeliveries(sql: Sql) {
  const oldest = sql.prepare(
    `SELECT id, first_received_at AS firstAt, last_received_at AS lastAt FROM deliveries
     WHERE id > ? AND NOT ${isStarred} ORDER BY id LIMIT ?`,
  )
  // Of the minutes, since to count rows takes longer the more there are.
  const total = sql.prepare('SELECT coalesce(sum(deliveries), 0) AS n FROM delivery_minutes')
  const before = sql.prepare(
    'SELECT coalesce(sum(deliveries), 0) AS n FROM delivery_minutes WHERE minute < ?',
  )
  const starred = sql.prepare('SELECT count(*) AS n FROM delivery_annotations WHERE starred = 1')
  // A delivery of a clock that was set back has not the first id.
  const first = sql.prepare(
    `SELECT min(first_received_at) AS at FROM deliveries,
       (SELECT min(first_id) AS low, max(last_id) AS high FROM delivery_minutes
        WHERE minute = (SELECT min(minute) FROM delivery_minutes)) AS oldest
     WHERE id BETWEEN oldest.low AND oldest.high`,
  )
  const starredBefore = sql.prepare(
    `SELECT count(*) AS n FROM delivery_annotations JOIN deliveries ON deliveries.id = delivery_id
     WHERE starred = 1 AND first_received_at < ?`,
  )
  const nth = sql.prepare('SELECT id FROM deliveries ORDER BY id DESC LIMIT 1 OFFSET ?')
  return {
    /** The next without a star, the oldest first. */
    oldest: (after: number, most: number): OldDelivery[] =>
      oldest.all(after, most).map(({ id, firstAt, lastAt }) => {
        return { id: Number(id), firstAt: String(firstAt), lastAt: String(lastAt) }
      }),
    total: () => Number(total.get()?.n),
    /** How many without a star came first before this time, to the minute. */
    before(iso: string): number {
      const minute = iso.slice(0, 16)
      return Math.max(0, Number(before.get(minute)?.n) - Number(starredBefore.get(minute)?.n))
    },
    starred: () => Number(starred.get()?.n),
    oldestAt(): string | null {
      const at = first.get()?.at
      return typeof at === 'string' ? at : null
    },
    /** The id of the delivery that this many are newer than, or 0. */
    below: (newest: number) => Number(nth.get(newest)?.id ?? 0),
  }
}
