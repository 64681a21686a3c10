import type { Sql } from '#core/database/sql.ts'
import type { UnfinishedCatchUp } from '#shared/missed/model.ts'

/** What catch-ups sent, and which of them have not ended. Throws what SQLite throws. */
export interface CaughtUp {
  count(workspaceId: string, endpointId: string): number
  /** A receiver answered 2xx for the note as it was at this time, in milliseconds since 1970. */
  add(workspaceId: string, endpointId: string, noteId: string, updated: number): void
  unfinished(workspaceId: string): readonly UnfinishedCatchUp[]
  /** A catch-up began, or got on. */
  save(workspaceId: string, run: UnfinishedCatchUp): void
  /** It ended, or is forgotten. */
  drop(workspaceId: string, endpointId: string): void
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
  const unfinished = sql.prepare('SELECT * FROM catch_ups WHERE workspace_id = ? ORDER BY started_at')
  const save = sql.prepare('INSERT OR REPLACE INTO catch_ups VALUES (?, ?, ?, ?, ?, ?)')
  const drop = sql.prepare('DELETE FROM catch_ups WHERE workspace_id = ? AND endpoint_id = ?')
  const replace = sql.prepare(
    `INSERT INTO caught_up SELECT workspace_id, ?3, note_id, updated_at FROM caught_up
     WHERE workspace_id = ?1 AND endpoint_id = ?2
     ON CONFLICT DO UPDATE SET updated_at = max(updated_at, excluded.updated_at)`,
  )
  const forget = sql.prepare('DELETE FROM caught_up WHERE workspace_id = ? AND endpoint_id = ?')
  const forgetAll = ['caught_up', 'catch_ups'].map((table) =>
    sql.prepare(`DELETE FROM ${table} WHERE workspace_id = ?`),
  )
  const forgetOne = (workspaceId: string, endpointId: string) => {
    forget.run(workspaceId, endpointId)
    drop.run(workspaceId, endpointId)
  }
  return {
    count: (workspaceId, endpointId) => Number(count.get(workspaceId, endpointId)?.n),
    add: (workspaceId, endpointId, noteId, updated) => void add.run(workspaceId, endpointId, noteId, updated),
    unfinished: (workspaceId) =>
      unfinished.all(workspaceId).map((row) => ({
        endpointId: String(row.endpoint_id),
        receiverId: String(row.receiver_id),
        startedAt: String(row.started_at),
        done: Number(row.done),
        of: Number(row.total),
      })),
    save: (workspaceId, { endpointId, receiverId, startedAt, done, of }) =>
      void save.run(workspaceId, endpointId, receiverId, startedAt, done, of),
    drop: (workspaceId, endpointId) => void drop.run(workspaceId, endpointId),
    replace(workspaceId, from, to) {
      replace.run(workspaceId, from, to)
      forgetOne(workspaceId, from)
    },
    forget: forgetOne,
    forgetWorkspace(workspaceId) {
      for (const statement of forgetAll) statement.run(workspaceId)
    },
  }
}
