import type { Sql } from '#core/database/sql.ts'
import type { DeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { isStarred } from '../annotations.ts'
import { createStretches, type DeliveryQuery } from './delivery-search.ts'
import { joined } from './sql-conditions.ts'

/** Counts and steps through the deliveries to delete or export, without changing them. */
export type DeliveryMatching = ReturnType<typeof createDeliveryMatching>

export interface MatchStep {
  readonly ids: readonly number[]
  readonly starred: number
  /** Start of the next step (`before`), or `null` after the last one. */
  readonly next: number | null
}

export function createDeliveryMatching(sql: Sql) {
  const stretches = createStretches(sql)
  const newest = sql.prepare('SELECT coalesce(max(id), 0) AS id FROM deliveries')
  const count = sql.prepare('SELECT count(*) AS n FROM deliveries WHERE workspace_id = ?')
  return {
    newest: (): number => Number(newest.get()?.id),
    count: (workspaceId: string): number => Number(count.get(workspaceId)?.n),
    /** Returns the next ids that match a filter, newest first. A call takes a few milliseconds. */
    step(query: DeliveryQuery, filter: DeliveryFilter): MatchStep {
      for (const { from, conditions, reached } of stretches(query, filter)) {
        const { sql: text, values } = joined(
          `SELECT deliveries.id AS id, ${isStarred} AS starred FROM ${from} WHERE`,
          conditions,
          'ORDER BY deliveries.id DESC',
        )
        const rows = sql.prepare(text).all(...values)
        if (rows.length === 0 && reached === null) continue
        const ids = rows.map((row) => Number(row.id))
        const last = reached ?? ids.at(-1) ?? null
        return { ids, starred: rows.filter(({ starred }) => starred === 1).length, next: last }
      }
      return { ids: [], starred: 0, next: null }
    },
  }
}
