import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Sql } from '#core/database/sql.ts'
import { deliveryOutcome } from '#shared/deliveries/responses/outcome.ts'
import type { DayStep, LastDay, ResponseTimes } from '#shared/deliveries/timeline.ts'
import { minute } from './timeline.ts'

const stepMs = 30 * 60_000
const steps = 48

/** Rows per read. The listener can't respond during a read, so the number is small. */
const rowsAGo = 5_000
/** Maximum number of reads per request. If more deliveries failed, earlier half hours are left out. */
const mostReads = 20

const mostTimes = 1_000

/**
 * Counts each endpoint's deliveries in the last 24 hours, per half hour. Ids increase with time, so the counters per minute show
 * which range of ids belongs to each half hour. The ids in a range are counted with an index. Only deliveries that failed or were
 * not verified are read.
 */
export function createLastDay(sql: Sql) {
  const firstIds = sql.prepare(
    `SELECT CAST((unixepoch(minute) * 1000 - ?3) / ?4 AS INTEGER) AS step, min(first_id) AS id FROM delivery_minutes
     WHERE workspace_id = ?1 AND minute >= ?2 GROUP BY 1`,
  )
  const nextEndpoint = sql.prepare(
    'SELECT min(endpoint_id) AS id FROM deliveries WHERE workspace_id = ? AND endpoint_id > ?',
  )
  const count = sql.prepare(
    `SELECT count(*) AS n FROM deliveries INDEXED BY deliveries_by_workspace_endpoint
     WHERE workspace_id = ? AND endpoint_id = ? AND id >= ? AND id < ?`,
  )
  const times = sql.prepare(
    `SELECT response_ms AS ms FROM deliveries INDEXED BY deliveries_by_workspace_endpoint
     WHERE workspace_id = ? AND endpoint_id = ? AND id >= ? ORDER BY id DESC LIMIT ${mostTimes}`,
  )
  const notAccepted = sql.prepare(
    `SELECT id, endpoint_id, status, verified FROM deliveries INDEXED BY deliveries_not_accepted
     WHERE workspace_id = ?1 AND id >= ?2 AND id < ?3 AND (status < 200 OR status > 299) AND verified = 1
     UNION ALL SELECT id, endpoint_id, status, verified FROM deliveries INDEXED BY deliveries_unverified
     WHERE workspace_id = ?1 AND id >= ?2 AND id < ?3 AND verified = 0 ORDER BY id DESC LIMIT ${rowsAGo}`,
  )

  /** Returns the first id of each half hour, and the end of the last half hour. */
  const bounds = (workspaceId: string, start: number): readonly number[] => {
    const ids = Array.from({ length: steps + 1 }, () => Number.MAX_SAFE_INTEGER)
    for (const { step, id } of firstIds.all(workspaceId, minute(start), start, stepMs)) {
      // Limits the index, because some minutes are in the future if the clock was set back.
      const at = Math.min(Number(step), steps)
      ids[at] = Math.min(ids[at] ?? 0, Number(id))
    }
    for (let at = steps - 1; at >= 0; at -= 1) ids[at] = Math.min(ids[at] ?? 0, ids[at + 1] ?? 0)
    return ids
  }

  const timesOf = (workspaceId: string, endpointId: string, firstId: number): ResponseTimes => {
    const rows = times.all(workspaceId, endpointId, firstId)
    const ordered = rows.map(({ ms }) => Number(ms)).sort((a, b) => a - b)
    const within = (share: number) => ordered[Math.ceil(share * ordered.length) - 1] ?? 0
    return { median: within(0.5), p95: within(0.95) }
  }

  return async (workspaceId: string | null, nowMs: number, signal?: AbortSignal): Promise<LastDay> => {
    const start = Math.ceil((nowMs + 1) / stepMs) * stepMs - steps * stepMs
    if (workspaceId === null) return { start, stepMs, steps, endpoints: [], since: null }
    const ids = bounds(workspaceId, start)
    const [from = 0] = ids
    const until = ids[steps] ?? 0
    const byEndpoint = new Map<string, { counts: Map<number, DayStep>; responseTimes: ResponseTimes }>()

    for (let id = ''; ; ) {
      const next = nextEndpoint.get(workspaceId, id)?.id
      if (typeof next !== 'string') break
      id = next
      const counts = new Map<number, DayStep>()
      for (let step = 0; step < steps; step += 1) {
        const [first = 0, end = 0] = ids.slice(step, step + 2)
        if (first >= end) continue
        const n = Number(count.get(workspaceId, id, first, end)?.n)
        if (n > 0) counts.set(step, [step, n, 0, 0, 0])
      }
      if (counts.size > 0) byEndpoint.set(id, { counts, responseTimes: timesOf(workspaceId, id, from) })
      await yieldToEventLoop(undefined, { signal })
    }

    let since: number | null = null
    for (let before = until, reads = 1; byEndpoint.size > 0; reads += 1) {
      const rows = notAccepted.all(workspaceId, from, before)
      for (const row of rows) {
        const step = stepOf(ids, Number(row.id))
        const counted = byEndpoint.get(String(row.endpoint_id))?.counts.get(step)
        if (!counted || counted[1] === 0) continue
        counted[1] -= 1
        counted[row.verified === 0 ? 4 : deliveryOutcome(Number(row.status)) === 'retried' ? 2 : 3] += 1
      }
      before = Number(rows.at(-1)?.id ?? 0)
      if (rows.length < rowsAGo) break
      if (reads === mostReads) {
        const step = stepOf(ids, before) + 1
        for (const { counts } of byEndpoint.values()) {
          for (const at of [...counts.keys()]) if (at < step) counts.delete(at)
        }
        since = start + step * stepMs
        break
      }
      await yieldToEventLoop(undefined, { signal })
    }
    return {
      start,
      stepMs,
      steps,
      endpoints: [...byEndpoint].map(([id, { counts, responseTimes }]) => ({
        id,
        counts: [...counts.values()],
        responseTimes,
      })),
      since,
    }
  }
}

function stepOf(ids: readonly number[], id: number): number {
  return ids.findLastIndex((first, at) => at < steps && first <= id && first < (ids[at + 1] ?? 0))
}
