import type { Sql } from '../store/sql.ts'

/** How many verified events the open workspace received for each of these notes; a note without any is left out. */
export type NoteEvents = (noteIds: readonly string[]) => Record<string, number>

export function createNoteEvents(sql: Sql, workspaceId: () => string | null): NoteEvents {
  const count = sql.prepare(
    `SELECT note_id AS id, count(*) AS events FROM deliveries
     WHERE note_id IN (SELECT value FROM json_each(?)) AND workspace_id = ? AND verified = 1 GROUP BY note_id`,
  )
  return (noteIds) =>
    Object.fromEntries(
      count.all(JSON.stringify(noteIds), workspaceId()).map(({ id, events }) => [String(id), Number(events)]),
    )
}
