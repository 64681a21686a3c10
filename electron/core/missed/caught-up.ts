import { type Sql, textOrNull } from '#core/database/sql.ts'

/** Stores which notes were sent by catch-ups. Throws SQLite's errors. */
export type CaughtUp = ReturnType<typeof createCaughtUp>

export function createCaughtUp(sql: Sql) {
  const summary = sql.prepare(
    'SELECT count(*) AS n, max(caught_up_at) AS at FROM caught_up WHERE workspace_id = ? AND endpoint_id = ?',
  )
  const list = sql.prepare(
    `SELECT notes.id AS id, notes.title AS title, notes.created_at AS createdAt, notes.updated_at AS updatedAt,
       received.occurred_at AS received, caught_up.updated_at AS updated, caught_up.caught_up_at AS at
     FROM caught_up CROSS JOIN indexed_notes AS notes
       ON notes.workspace_id = caught_up.workspace_id AND notes.id = caught_up.note_id
     LEFT JOIN newest_events AS received ON received.note_id = notes.id AND received.endpoint =
       (SELECT number FROM newest_events_endpoints WHERE workspace_id = ?1 AND endpoint_id = ?2)
     WHERE caught_up.workspace_id = ?1 AND caught_up.endpoint_id = ?2`,
  )
  const add = sql.prepare(
    `INSERT INTO caught_up VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
     updated_at = max(updated_at, excluded.updated_at), caught_up_at = max(caught_up_at, excluded.caught_up_at)`,
  )
  const replace = sql.prepare(
    `INSERT INTO caught_up SELECT workspace_id, ?3, note_id, updated_at, caught_up_at FROM caught_up
     WHERE workspace_id = ?1 AND endpoint_id = ?2 ON CONFLICT DO UPDATE SET
     updated_at = max(updated_at, excluded.updated_at), caught_up_at = max(caught_up_at, excluded.caught_up_at)`,
  )
  const forget = sql.prepare('DELETE FROM caught_up WHERE workspace_id = ? AND endpoint_id = ?')
  const forgetWorkspace = sql.prepare('DELETE FROM caught_up WHERE workspace_id = ?')
  return {
    /** Returns the number of notes, and the time of the last one in milliseconds since 1970. */
    summary(workspaceId: string, endpointId: string) {
      const row = summary.get(workspaceId, endpointId)
      return { count: Number(row?.n), at: row?.at == null ? null : Number(row.at) }
    },
    /**
     * Returns the notes of which a catch-up sent a change, also those that changed again since. Times are in milliseconds since
     * 1970.
     */
    list: (workspaceId: string, endpointId: string) =>
      list.all(workspaceId, endpointId).map((row) => ({
        id: String(row.id),
        title: String(row.title),
        createdAt: textOrNull(row.createdAt),
        updatedAt: textOrNull(row.updatedAt),
        received: row.received === null ? null : Number(row.received),
        updated: Number(row.updated),
        at: Number(row.at),
      })),
    /**
     * Stores that a receiver accepted an event for a note. `updated` is the time of the note's last change, in milliseconds since
     * 1970.
     */
    add: (workspaceId: string, endpointId: string, noteId: string, updated: number, at: number) =>
      void add.run(workspaceId, endpointId, noteId, updated, at),
    replace(workspaceId: string, from: string, to: string) {
      replace.run(workspaceId, from, to)
      forget.run(workspaceId, from)
    },
    forget: (workspaceId: string, endpointId: string) => void forget.run(workspaceId, endpointId),
    forgetWorkspace: (workspaceId: string) => void forgetWorkspace.run(workspaceId),
  }
}
