import { type Sql, textOrNull } from '#core/database/sql.ts'
import { isStarred } from './annotations.ts'

export interface OldDelivery {
  readonly id: number
  readonly firstAt: string
  readonly lastAt: string
}

/** Reads the oldest deliveries of all workspaces, for deletions by age and size. */
export function createRetentionQueries(sql: Sql) {
  const oldest = sql.prepare(
    `SELECT id, first_received_at AS firstAt, last_received_at AS lastAt FROM deliveries
     WHERE id > ? AND NOT ${isStarred} ORDER BY id LIMIT ?`,
  )
  const nth = sql.prepare('SELECT id FROM deliveries ORDER BY id DESC LIMIT 1 OFFSET ?')
  return {
    oldest: (after: number, most: number): OldDelivery[] =>
      oldest.all(after, most).map(({ id, firstAt, lastAt }) => {
        return { id: Number(id), firstAt: String(firstAt), lastAt: String(lastAt) }
      }),
    /** Returns the id of the delivery that has this many newer ones, or 0 if there is none. */
    below: (newest: number) => Number(nth.get(newest)?.id ?? 0),
  }
}

export interface StoredAmounts extends StoreSize {
  readonly deliveries: number
  readonly starred: number
  readonly oldestAt: string | null
  /** Number of deliveries without a star that arrived before `cutoff`. */
  readonly before: number | null
}

export function createStoredAmounts(sql: Sql) {
  const sizeOf = createStoreSize(sql)
  // Sums up the counters per minute, because counting rows takes longer with every row.
  const total = sql.prepare('SELECT coalesce(sum(deliveries), 0) AS n FROM delivery_minutes')
  const before = sql.prepare(
    'SELECT coalesce(sum(deliveries), 0) AS n FROM delivery_minutes WHERE minute < ?',
  )
  const starred = sql.prepare('SELECT count(*) AS n FROM delivery_annotations WHERE starred = 1')
  // If the clock was set back, the oldest delivery may not have the lowest id.
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

  const countBefore = (iso: string): number => {
    const minute = iso.slice(0, 16)
    return Math.max(0, Number(before.get(minute)?.n) - Number(starredBefore.get(minute)?.n))
  }

  return ({ cutoff }: { readonly cutoff: string | null }): StoredAmounts => {
    const at = first.get()?.at
    return {
      ...sizeOf(),
      deliveries: Number(total.get()?.n),
      starred: Number(starred.get()?.n),
      oldestAt: textOrNull(at),
      before: cutoff === null ? null : countBefore(cutoff),
    }
  }
}

interface StoreSize {
  readonly usedBytes: number
  /** Size of the file's free pages, which SQLite reuses before the file grows. */
  readonly spareBytes: number
}

function createStoreSize(sql: Sql): () => StoreSize {
  const pages = sql.prepare('PRAGMA page_count')
  const spare = sql.prepare('PRAGMA freelist_count')
  const size = sql.prepare('PRAGMA page_size')
  return () => {
    const bytes = Number(size.get()?.page_size)
    const spareBytes = Number(spare.get()?.freelist_count) * bytes
    return { usedBytes: Number(pages.get()?.page_count) * bytes - spareBytes, spareBytes }
  }
}
