import type { Sql } from '#core/database/sql.ts'

/** Stores which notes were sent by catch-ups. Throws SQLite errors. */
export type CaughtUp = ReturnType<typeof createCaughtUp>

export function createCaughtUp(sql: Sql) {
  const count = sql.prepare('SELECT count(*) AS n FROM caught_up WHERE workspace_id = ? AND endpoint_id = ?')
  const add = sql.prepare(
    `INSERT INTO caught_up VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET updated_at = max(updated_at, excluded.updated_at)`,
  )
  const replace = sql.prepare(
    `INSERT INTO caught_up SELECT workspace_id, ?3, note_id, updated_at FROM caught_up
     WHERE workspace_id = ?1 AND endpoint_id = ?2
     ON CONFLICT DO UPDATE SET updated_at = max(updated_at, excluded.updated_at)`,
  )
  const forget = sql.prepare('DELETE FROM caught_up WHERE workspace_id = ? AND endpoint_id = ?')
  const forgetWorkspace = sql.prepare('DELETE FROM caught_up WHERE workspace_id = ?')
  return {
    count: (workspaceId: string, endpointId: string) => Number(count.get(workspaceId, endpointId)?.n),
    /** Stores that a receiver accepted a note. `updated` is the note's last change at that point, in milliseconds since 1970. */
    add: (workspaceId: string, endpointId: string, noteId: string, updated: number) =>
      void add.run(workspaceId, endpointId, noteId, updated),
    replace(workspaceId: string, from: string, to: string) {
      replace.run(workspaceId, from, to)
      forget.run(workspaceId, from)
    },
    forget: (workspaceId: string, endpointId: string) => void forget.run(workspaceId, endpointId),
    forgetWorkspace: (workspaceId: string) => void forgetWorkspace.run(workspaceId),
  }
}
