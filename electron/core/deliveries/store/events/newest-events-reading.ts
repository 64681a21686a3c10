import type { Sql } from '#core/database/sql.ts'

/** The newest event of each note that came for an endpoint, verified. It outlives the deliveries that brought it. */
export interface NewestEventsReading {
  /** When the newest one occurred, by note id: milliseconds since 1970, by the service's clock. */
  of(workspaceId: string, endpointId: string): ReadonlyMap<string, number>
  /** Whether the deliveries from before this table are in it too. Until then, a note may be missing or older than it is. */
  isComplete(): boolean
  /** Endpoints of a workspace that it has events of. */
  endpoints(workspaceId: string): readonly string[]
}

export function createNewestEventsReading(sql: Sql): NewestEventsReading {
  const list = sql.prepare(
    'SELECT note_id AS noteId, occurred_at AS occurredAt FROM newest_events WHERE workspace_id = ? AND endpoint_id = ?',
  )
  // From one endpoint to the next: DISTINCT would read every note.
  const nextEndpoint = sql.prepare(
    'SELECT min(endpoint_id) AS id FROM newest_events WHERE workspace_id = ? AND endpoint_id > ?',
  )
  const state = sql.prepare('SELECT through >= until AS complete FROM newest_events_state WHERE rowid = 1')
  /** What is complete stays so. */
  let isComplete = false
  return {
    of: (workspaceId, endpointId) =>
      new Map(
        list
          .all(workspaceId, endpointId)
          .map(({ noteId, occurredAt }) => [String(noteId), Number(occurredAt)]),
      ),
    isComplete() {
      isComplete ||= state.get()?.complete === 1
      return isComplete
    },
    endpoints(workspaceId) {
      const ids: string[] = []
      for (let id = ''; ; ids.push(id)) {
        const next = nextEndpoint.get(workspaceId, id)?.id
        if (typeof next !== 'string') return ids
        id = next
      }
    },
  }
}
