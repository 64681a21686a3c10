import type { Sql } from '#core/database/sql.ts'

/** The newest event of each note that came for an endpoint, verified. It outlives the deliveries that brought it. */
export interface NewestEventsReading {
  /** Whether the deliveries from before this table are in it too. Until then, a note may be missing or older than it is. */
  isComplete(): boolean
  /** Endpoints of a workspace that it has events of. */
  endpoints(workspaceId: string): readonly string[]
}

export function createNewestEventsReading(sql: Sql): NewestEventsReading {
  const endpoints = sql.prepare(
    'SELECT endpoint_id AS id FROM newest_events_endpoints WHERE workspace_id = ? ORDER BY endpoint_id',
  )
  const state = sql.prepare('SELECT through >= until AS complete FROM newest_events_state WHERE rowid = 1')
  /** What is complete stays so. */
  let isComplete = false
  return {
    isComplete() {
      isComplete ||= state.get()?.complete === 1
      return isComplete
    },
    endpoints: (workspaceId) => endpoints.all(workspaceId).map(({ id }) => String(id)),
  }
}
