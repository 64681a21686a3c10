import type { Sql } from '#core/database/sql.ts'

/** Notes that catch-ups sent. Throws what SQLite throws. */
export interface CaughtUp {
  count(workspaceId: string, endpointId: string): number
  /** A receiver answered 2xx for the note as it was at this time, in milliseconds since 1970. */
  add(workspaceId: string, endpointId: string, noteId: string, updated: number): void
  /** Another endpoint takes its place. */
  replace(workspaceId: string, from: string, to: string): void
  forget(workspaceId: string, endpointId: string): void
  forgetWorkspace(workspaceId: string): void
}

export function createCaughtUp(sql: Sql): CaughtUp {
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
    count: (workspaceId, endpointId) => Number(count.get(workspaceId, endpointId)?.n),
    add: (workspaceId, endpointId, noteId, updated) => void add.run(workspaceId, endpointId, noteId, updated),
    replace(workspaceId, from, to) {
      replace.run(workspaceId, from, to)
      forget.run(workspaceId, from)
    },
    forget: (workspaceId, endpointId) => void forget.run(workspaceId, endpointId),
    forgetWorkspace: (workspaceId) => void forgetWorkspace.run(workspaceId),
  }
}
