import { type Sql, textOrNull } from '#core/database/sql.ts'
import type { IncomingDelivery } from '../delivery-rows.ts'
import type { PayloadSummary } from '../payload.ts'
import { createEventsOfEndpoint, type EventKey } from './events-of-endpoint.ts'

type Recipient = Pick<IncomingDelivery, 'workspaceId' | 'endpointId'>
type NamedNote = Pick<PayloadSummary, 'noteId' | 'occurredAt'>

/** The newest verified event of each note and endpoint, which remains when its delivery is deleted. */
export function createNewestEvents(sql: Sql) {
  const addNumber = sql.prepare(
    'INSERT OR IGNORE INTO newest_events_endpoints (workspace_id, endpoint_id) VALUES (?, ?)',
  )
  const put = sql.prepare(
    `INSERT INTO newest_events SELECT ?3, number, ?4 FROM newest_events_endpoints WHERE workspace_id = ?1 AND endpoint_id = ?2
     ON CONFLICT DO UPDATE SET occurred_at = max(occurred_at, excluded.occurred_at)`,
  )
  const listAdopted = sql.prepare(
    `SELECT workspace_id AS workspaceId, note_id AS noteId, occurred_at AS occurredAt
     FROM deliveries WHERE path_id = ? AND endpoint_id IS NULL AND verified = 1`,
  )
  const ofEndpoint = createEventsOfEndpoint(sql)

  const add = ({ workspaceId, endpointId }: Recipient, { noteId, occurredAt }: NamedNote) => {
    if (endpointId === null || noteId === null || occurredAt === null) return
    const ms = timeOf(occurredAt)
    if (ms === null) return
    const of = [workspaceId ?? '', endpointId] as const
    ofEndpoint.added(...of)
    if (Number(put.run(...of, noteId, ms).changes) > 0) return
    addNumber.run(...of)
    put.run(...of, noteId, ms)
  }

  return {
    /** Adds the event of a verified delivery. Must run in the transaction that stores the delivery. */
    add,
    adopt(pathId: string, endpointId: string) {
      for (const { workspaceId, noteId, occurredAt } of listAdopted.all(pathId)) {
        add(
          { workspaceId: textOrNull(workspaceId), endpointId },
          { noteId: textOrNull(noteId), occurredAt: textOrNull(occurredAt) },
        )
      }
    },
    dropOfWorkspace: (workspaceId: string, most: number) => ofEndpoint.forget(workspaceId, null, most),
    /**
     * Copies the events of an endpoint to its replacement. Reads up to `most` events after `after`. Returns the last event that
     * was read, or `null` at the end of the table.
     */
    inherit(workspaceId: string, from: string, to: string, after: EventKey, most: number) {
      addNumber.run(workspaceId, to)
      return ofEndpoint.copy(workspaceId, from, to, after, most)
    },
    /** Reads up to `most` events and deletes those of a deleted endpoint. Returns 0 at the end of the table. */
    forgetEndpoint: ofEndpoint.forget,
  }
}

export function createEndpointsWithEvents(sql: Sql): (workspaceId: string) => readonly string[] {
  const list = sql.prepare(
    'SELECT endpoint_id AS id FROM newest_events_endpoints WHERE workspace_id = ? ORDER BY endpoint_id',
  )
  return (workspaceId) => list.all(workspaceId).map(({ id }) => String(id))
}

/** Times without an offset are rejected, because they would be read as local time. */
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/i

function timeOf(occurredAt: string): number | null {
  const ms = iso.test(occurredAt) ? Date.parse(occurredAt) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}
