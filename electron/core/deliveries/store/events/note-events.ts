import type { Sql } from '#core/database/sql.ts'

/** How many verified events a workspace received for each of these notes; a note without any is left out. */
export type NoteEvents = (
  workspaceId: string | null,
  noteIds: readonly string[],
  signal?: AbortSignal,
) => Promise<{ readonly id: string; readonly events: number }[]>

/** When this machine heard of each of these notes for the first time through its latest event, by its own clock. */
export type LastEvents = (workspaceId: string, noteIds: readonly string[]) => ReadonlyMap<string, string>

/** The plus sign keeps SQLite from reading all of the workspace, of which there may be a million. */
const ofNotes = 'note_id IS NOT NULL AND note_id IN (SELECT value FROM json_each(?)) AND +workspace_id = ?'

/** What did not verify counts as well: it may yet, and it only makes less certain what is known of a note. */
export function createLastEvents(sql: Sql): LastEvents {
  const last = sql.prepare(
    `SELECT note_id AS id, max(first_received_at) AS at FROM deliveries
     WHERE ${ofNotes} GROUP BY note_id`,
  )
  return (workspaceId, noteIds) =>
    new Map(last.all(JSON.stringify(noteIds), workspaceId).map(({ id, at }) => [String(id), String(at)]))
}

export function createNoteEvents(sql: Sql) {
  const count = sql.prepare(
    `SELECT note_id AS id, count(*) AS events FROM deliveries
     WHERE ${ofNotes} AND verified = 1 GROUP BY note_id`,
  )
  return ({
    workspaceId,
    noteIds,
  }: {
    readonly workspaceId: string | null
    readonly noteIds: readonly string[]
  }) =>
    count
      .all(JSON.stringify(noteIds), workspaceId)
      .map(({ id, events }) => ({ id: String(id), events: Number(events) }))
}
