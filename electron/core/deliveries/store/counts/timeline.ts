import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { outcomeOf } from '#core/database/schema/deliveries.ts'
import type { Sql } from '#core/database/sql.ts'
import type { DeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import type { DeliveryOutcome } from '#shared/deliveries/responses/outcome.ts'
import {
  type Timeline,
  type TimelineGrid,
  type TimelineStep,
  timelineGrid,
} from '#shared/deliveries/timeline.ts'
import { createStretches } from '../search/delivery-search.ts'
import { joined } from '../search/sql-conditions.ts'

export interface TimelineQuery {
  readonly workspaceId: string
  /** `null` counts all deliveries. */
  readonly filter: DeliveryFilter | null
  /** Milliseconds since 1970. `null` starts at the first stored delivery. */
  readonly from: number | null
  readonly to: number
  readonly most: number
}

const sliceMs = 7 * 86_400_000

/**
 * Counts deliveries, over time or in total. With a filter, the rows are read in small steps, and the listener handles deliveries
 * between them.
 */
export function createDeliveryCounter(sql: Sql, stretchesAsked = 20) {
  const stretches = createStretches(sql)
  const firstMinute = sql.prepare('SELECT min(minute) AS minute FROM delivery_minutes WHERE workspace_id = ?')
  const lastMinute = sql.prepare('SELECT max(minute) AS minute FROM delivery_minutes WHERE workspace_id = ?')
  const minutes = sql.prepare(
    `SELECT CAST((unixepoch(minute) * 1000 - ?4) / ?5 AS INTEGER) AS step, outcome, sum(deliveries) AS deliveries FROM delivery_minutes
     WHERE workspace_id = ?1 AND minute >= ?2 AND minute < ?3 GROUP BY 1, 2`,
  )
  const receivedAt = sql.prepare(
    'SELECT first_received_at AS at FROM deliveries WHERE id >= ? ORDER BY id LIMIT 1',
  )

  const countMinutes = async (
    workspaceId: string,
    { start, stepMs, steps }: TimelineGrid,
    sums: Sums,
    signal?: AbortSignal,
  ) => {
    const first = timeOf(firstMinute.get(workspaceId)) ?? start
    const last = timeOf(lastMinute.get(workspaceId)) ?? start
    const end = Math.min(start + stepMs * steps, last + 60_000)
    for (let from = Math.max(start, first); from < end; from += sliceMs) {
      const to = Math.min(end, from + sliceMs)
      sums.add(minutes.all(workspaceId, minute(from), minute(to), start, stepMs))
      if (to < end) await yieldToEventLoop(undefined, { signal })
    }
    return null
  }

  const countRows = async (
    workspaceId: string,
    filter: DeliveryFilter,
    { start, stepMs, steps }: TimelineGrid,
    sums: Sums,
    signal?: AbortSignal,
  ) => {
    const within = { ...filter, from: start, to: start + stepMs * steps }
    let left = stretchesAsked
    for (const { from, conditions, reached } of stretches({ workspaceId }, within)) {
      const { sql: text, values } = joined(
        `SELECT CAST((unixepoch(substr(first_received_at, 1, 16)) * 1000 - ${start}) / ${stepMs} AS INTEGER) AS step,
         ${outcomeOf('deliveries')} AS outcome, count(*) AS deliveries FROM ${from} WHERE`,
        conditions,
        'GROUP BY 1, 2',
      )
      sums.add(sql.prepare(text).all(...values))
      left -= 1
      if (reached === null) continue
      if (left <= 0) return Date.parse(String(receivedAt.get(reached)?.at))
      await yieldToEventLoop(undefined, { signal })
    }
    return null
  }

  return {
    async timeline(
      { workspaceId, filter, from, to, most }: TimelineQuery,
      signal?: AbortSignal,
    ): Promise<Timeline> {
      const first = Math.min(from ?? timeOf(firstMinute.get(workspaceId)) ?? to, to)
      const grid = timelineGrid(first, to, most, new Date(to).getTimezoneOffset())
      const sums = createSums(grid.steps)
      const since =
        filter === null
          ? await countMinutes(workspaceId, grid, sums, signal)
          : await countRows(workspaceId, filter, grid, sums, signal)
      return { ...grid, counts: sums.counts(), since }
    },
    async total(workspaceId: string, signal?: AbortSignal) {
      const first = timeOf(firstMinute.get(workspaceId))
      const last = timeOf(lastMinute.get(workspaceId))
      if (first === null || last === null) return 0
      const sums = createSums(1)
      const all = { start: first, stepMs: last + 60_000 - first, steps: 1 }
      await countMinutes(workspaceId, all, sums, signal)
      return sums.counts().reduce((sum, [, ...outcomes]) => outcomes.reduce((n, one) => n + one, sum), 0)
    },
    /** Counts up to `most` deliveries that match a filter. `isMore` is true if there are or may be more. */
    async count(workspaceId: string, filter: DeliveryFilter, most: number, signal?: AbortSignal) {
      let count = 0
      let left = stretchesAsked
      for (const { from, conditions, reached } of stretches({ workspaceId }, filter)) {
        const { sql: text, values } = joined(
          `SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE`,
          conditions,
          `LIMIT ${most + 1 - count})`,
        )
        count += Number(sql.prepare(text).get(...values)?.n)
        if (count > most) return { count: most, isMore: true }
        left -= 1
        if (reached === null) continue
        if (left <= 0) return { count, isMore: true }
        await yieldToEventLoop(undefined, { signal })
      }
      return { count, isMore: false }
    },
  }
}

export const minute = (ms: number) => new Date(ms).toISOString().slice(0, 16)

function timeOf(row: Readonly<Record<string, unknown>> | undefined): number | null {
  return typeof row?.minute === 'string' ? Date.parse(`${row.minute}Z`) : null
}

type Sums = ReturnType<typeof createSums>
const places: Readonly<Record<DeliveryOutcome, 1 | 2 | 3>> = { delivered: 1, retried: 2, failed: 3 }

function createSums(steps: number) {
  const byStep = new Map<number, TimelineStep>()
  return {
    add(rows: readonly Readonly<Record<string, unknown>>[]) {
      for (const row of rows) {
        const step = Number(row.step)
        if (step < 0 || step >= steps) continue
        const known = byStep.get(step) ?? [step, 0, 0, 0]
        known[places[row.outcome as DeliveryOutcome]] += Number(row.deliveries)
        byStep.set(step, known)
      }
    },
    counts: (): TimelineStep[] => [...byStep.values()].sort(([a], [b]) => a - b),
  }
}
