import { inTransaction, type Sql } from '#core/database/sql.ts'

export interface EventKey {
  readonly noteId: string
  readonly endpoint: number
}

export const beforeAllEvents: EventKey = { noteId: '', endpoint: 0 }

interface Sweep {
  reached: EventKey
  /** Whether the table must be scanned again, because an event was added to a part that may have been scanned already. */
  again: boolean
}

/**
 * Copies and deletes the events of an endpoint. An index by endpoint would slow down every delivery, so these rare changes scan
 * the whole table. They use one transaction per slice.
 */
export function createEventsOfEndpoint(sql: Sql) {
  const isAfter = '(note_id, endpoint) > (?1, ?2)'
  const inSlice = `${isAfter} AND (note_id, endpoint) <= (?3, ?4)`
  const nth = sql.prepare(
    `SELECT note_id AS noteId, endpoint FROM newest_events WHERE ${isAfter} ORDER BY note_id, endpoint LIMIT 1 OFFSET ?3`,
  )
  const last = sql.prepare(
    `SELECT note_id AS noteId, endpoint FROM newest_events WHERE ${isAfter} ORDER BY note_id DESC, endpoint DESC LIMIT 1`,
  )
  const numberOf = sql.prepare(
    'SELECT number FROM newest_events_endpoints WHERE workspace_id = ? AND endpoint_id = ?',
  )
  const copy = sql.prepare(
    `INSERT INTO newest_events SELECT note_id, ?6, occurred_at FROM newest_events WHERE ${inSlice} AND endpoint = ?5
     ON CONFLICT DO UPDATE SET occurred_at = excluded.occurred_at WHERE excluded.occurred_at > occurred_at`,
  )
  const listGone = sql.prepare(
    'SELECT number FROM newest_events_endpoints WHERE workspace_id = ?1 AND (?2 IS NULL OR endpoint_id = ?2)',
  )
  const remove = sql.prepare(
    `DELETE FROM newest_events WHERE ${inSlice} AND endpoint IN (SELECT value FROM json_each(?5))`,
  )
  const removeNumber = sql.prepare('DELETE FROM newest_events_endpoints WHERE number = ?')
  const sweeps = new Map<string, Sweep>()

  const endOfSlice = ({ noteId, endpoint }: EventKey, most: number): EventKey | null => {
    const row = nth.get(noteId, endpoint, most - 1) ?? last.get(noteId, endpoint)
    return row ? { noteId: String(row.noteId), endpoint: Number(row.endpoint) } : null
  }
  const range = (after: EventKey, end: EventKey) =>
    [after.noteId, after.endpoint, end.noteId, end.endpoint] as const
  const keyOf = (workspaceId: string, endpointId: string | null) => JSON.stringify([workspaceId, endpointId])

  const added = (workspaceId: string, endpointId: string) => {
    if (sweeps.size === 0) return
    for (const id of [endpointId, null]) {
      const sweep = sweeps.get(keyOf(workspaceId, id))
      if (sweep) sweep.again = true
    }
  }

  return {
    added,
    /**
     * Copies the next slice of events from endpoint `from` to endpoint `to`. Returns the last event of the slice, or `null` after
     * the last slice.
     */
    copy(workspaceId: string, from: string, to: string, after: EventKey, most: number): EventKey | null {
      const [source, target] = [from, to].map((id) => numberOf.get(workspaceId, id)?.number)
      const end = endOfSlice(after, most)
      if (source === undefined || target === undefined || !end) return null
      inTransaction(sql, () => copy.run(...range(after, end), source, target))
      added(workspaceId, to)
      return end
    },
    /**
     * Deletes up to `most` events in the next slice. Without an endpoint, deletes events of the whole workspace. Returns 0 at the
     * end of the table.
     */
    forget(workspaceId: string, endpointId: string | null, most: number): number {
      const key = keyOf(workspaceId, endpointId)
      const gone = listGone.all(workspaceId, endpointId).map(({ number }) => Number(number))
      if (gone.length === 0) return 0
      const sweep = sweeps.get(key) ?? { reached: beforeAllEvents, again: false }
      const end = endOfSlice(sweep.reached, most)
      if (end) {
        sweeps.set(key, sweep)
        inTransaction(sql, () => remove.run(...range(sweep.reached, end), JSON.stringify(gone)))
        sweep.reached = end
        return most
      }
      sweeps.delete(key)
      if (sweep.again) return most
      // Deletes the endpoints last, because events refer to them.
      inTransaction(sql, () => {
        for (const number of gone) removeNumber.run(number)
      })
      return 0
    },
  }
}
