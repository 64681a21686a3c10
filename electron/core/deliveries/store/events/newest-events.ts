import { inTransaction, type Sql } from '#core/database/sql.ts'
import type { Log } from '#core/platform/ports.ts'
import type { IncomingDelivery } from '../delivery-rows.ts'
import type { PayloadSummary } from '../payload.ts'
import { createEventsOfEndpoint, type EventKey } from './events-of-endpoint.ts'
import { createNewestEventsReading, type NewestEventsReading } from './newest-events-reading.ts'

export interface NewestEvents extends NewestEventsReading {
  /** Reads the next slice of the history now, and says whether there is more. */
  readHistory(rows?: number): boolean
  /**
   * An endpoint takes the place of another: what came for that one came for it. Scans up to `most` events after `after`, and returns the
   * last of them; `null` once all are scanned.
   */
  inherit(workspaceId: string, from: string, to: string, after: EventKey, most: number): EventKey | null
  /** Scans up to `most` events and deletes those of an endpoint that is gone. Returns 0 once none is left. */
  forgetEndpoint(workspaceId: string, endpointId: string, most: number): number
}

type Recipient = Pick<IncomingDelivery, 'workspaceId' | 'endpointId'>
type NamedNote = Pick<PayloadSummary, 'noteId' | 'occurredAt'>

/** Rows of a slice of the history: some milliseconds, after which deliveries have their turn. */
const slice = 500
const betweenMs = 20
const afterFailureMs = 5_000

/**
 * Events are added in the transaction that stores their delivery. Those from before the table are read into it afterwards, slice by
 * slice; a delivery that is deleted before its turn is read when it is deleted. All orders give the same result: the newest remains.
 */
export function createNewestEvents({ sql, log }: { readonly sql: Sql; readonly log: Log }) {
  const addNumber = sql.prepare(
    'INSERT OR IGNORE INTO newest_events_endpoints (workspace_id, endpoint_id) VALUES (?, ?)',
  )
  // It changes a row unless the endpoint has no number yet.
  const put = sql.prepare(
    `INSERT INTO newest_events SELECT ?3, number, ?4 FROM newest_events_endpoints WHERE workspace_id = ?1 AND endpoint_id = ?2
     ON CONFLICT DO UPDATE SET occurred_at = max(occurred_at, excluded.occurred_at)`,
  )
  const state = sql.prepare('SELECT through, until FROM newest_events_state WHERE rowid = 1')
  const setThrough = sql.prepare('UPDATE newest_events_state SET through = ? WHERE rowid = 1')
  const columns = `workspace_id AS workspaceId, endpoint_id AS endpointId, note_id AS noteId, occurred_at AS occurredAt, verified`
  const next = sql.prepare(
    `SELECT id, ${columns} FROM deliveries WHERE id > ? AND id <= ? ORDER BY id LIMIT ?`,
  )
  const listGoing = sql.prepare(
    `SELECT ${columns} FROM deliveries WHERE id IN (SELECT value FROM json_each(?)) AND id > ? AND id <= ?`,
  )
  const listAdopted = sql.prepare(
    `SELECT ${columns} FROM deliveries WHERE path_id = ? AND endpoint_id IS NULL AND verified = 1`,
  )
  const ofEndpoint = createEventsOfEndpoint(sql)
  const reading = createNewestEventsReading(sql)
  let timer: NodeJS.Timeout | undefined
  /** Read once: after the history is in, no deletion has to ask. */
  let backlog = readBacklog()

  function readBacklog() {
    const row = state.get()
    return { through: Number(row?.through), until: Number(row?.until) }
  }
  const isComplete = () => backlog.through >= backlog.until

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
  const addRow = (row: Readonly<Record<string, unknown>>) => {
    if (row.verified !== 1) return
    const { workspaceId, endpointId, noteId, occurredAt } = row
    add(
      { workspaceId: textOrNull(workspaceId), endpointId: textOrNull(endpointId) },
      { noteId: textOrNull(noteId), occurredAt: textOrNull(occurredAt) },
    )
  }

  const readHistory = (rowsAtOnce = slice): boolean => {
    if (isComplete()) return false
    const rows = next.all(backlog.through, backlog.until, rowsAtOnce)
    const last = rows.length === rowsAtOnce ? Number(rows.at(-1)?.id) : backlog.until
    inTransaction(sql, () => {
      for (const row of rows) addRow(row)
      setThrough.run(last)
    })
    backlog = { ...backlog, through: last }
    return !isComplete()
  }

  const readLater = (afterMs: number) => {
    timer = setTimeout(() => {
      try {
        if (readHistory()) readLater(betweenMs)
      } catch (error) {
        log.error(
          'Earlier deliveries could not be read for their newest events. Notehook tries again.',
          error,
        )
        readLater(afterFailureMs)
      }
    }, afterMs).unref()
  }
  if (!isComplete()) readLater(betweenMs)

  return {
    /**
     * A delivery verified; runs inside the transaction that stores it. Without an endpoint, which the service has not named yet, it
     * is added by `adopt`.
     */
    add,
    /** Before these deliveries are deleted, in the same transaction. */
    keep(ids: readonly number[]) {
      if (isComplete()) return
      for (const row of listGoing.all(JSON.stringify(ids), backlog.through, backlog.until)) addRow(row)
    },
    /** Before the deliveries of a path that came without its endpoint are given to it, in the same transaction. */
    adopt(pathId: string, endpointId: string) {
      for (const row of listAdopted.all(pathId)) addRow({ ...row, endpointId })
    },
    dropOfWorkspace: (workspaceId: string, most: number) => ofEndpoint.forget(workspaceId, null, most),
    readHistory,
    isComplete,
    endpoints: reading.endpoints,
    inherit(workspaceId: string, from: string, to: string, after: EventKey, most: number) {
      addNumber.run(workspaceId, to)
      return ofEndpoint.copy(workspaceId, from, to, after, most)
    },
    forgetEndpoint: ofEndpoint.forget,
    close: () => clearTimeout(timer),
  }
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

/** Without an offset, a time would be read as this machine's. */
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/i

function timeOf(occurredAt: string): number | null {
  const ms = iso.test(occurredAt) ? Date.parse(occurredAt) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}
