import type { Sql } from '#core/database/sql.ts'

/** Returns when each note's latest event first arrived, on this computer's clock. */
export type LastEvents = (workspaceId: string, noteIds: readonly string[]) => ReadonlyMap<string, string>

/** The plus sign prevents SQLite from using the index by workspace, which would read many more deliveries. */
const ofNotes = 'note_id IS NOT NULL AND note_id IN (SELECT value FROM json_each(?)) AND +workspace_id = ?'

/** Includes deliveries that failed verification, because they may be verified later. */
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
