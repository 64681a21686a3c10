import type { Sql } from '#core/database/sql.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import { noteOf } from './note-row.ts'

/**
 * The notes of a workspace that changed since a day, at most 5,000, the newest first; `null` where the index is not complete up
 * to `until`, an ISO time.
 */
export type ChangedSince = (workspaceId: string, day: string, until: string) => NoteListItem[] | null

export function createChangedSince(sql: Sql): ChangedSince {
  const asOf = sql.prepare('SELECT complete_as_of AS at FROM note_sync WHERE workspace_id = ?')
  const indexed = sql.prepare(
    `SELECT * FROM indexed_notes WHERE workspace_id = ? AND coalesce(updated_at, '') >= ?
     ORDER BY coalesce(updated_at, '') DESC LIMIT 5000`,
  )
  return (workspaceId, day, until) => {
    const at = asOf.get(workspaceId)?.at
    return typeof at !== 'string' || at < until ? null : indexed.all(workspaceId, day).map(noteOf)
  }
}
