import { z } from 'zod'
import type { Sql } from '#core/database/sql.ts'
import { EndpointDraft } from '#shared/endpoints/model.ts'
import { Replacement } from '#shared/endpoints/replacement.ts'

const Written = Replacement.omit({ id: true, cutsOff: true }).extend({
  draft: EndpointDraft,
  oldPathId: z.string().nullable(),
  /**
   * ISO time of the last delivery to the old endpoint. Only set if its URL no longer pointed to this computer when the
   * replacement began.
   */
  unheardSince: z.string().nullable().default(null),
  newSince: z.string().nullable(),
  cutsOff: Replacement.shape.cutsOff.nullable(),
})

export type ReplacementRecord = z.infer<typeof Written> & {
  readonly id: number
  readonly workspaceId: string
  readonly replacementPathId: string
}

export type ReplacementRows = ReturnType<typeof createReplacementRows>

export function createReplacementRows(sql: Sql) {
  const all = sql.prepare('SELECT * FROM endpoint_replacements WHERE workspace_id = ? ORDER BY id')
  const one = sql.prepare('SELECT * FROM endpoint_replacements WHERE workspace_id = ? AND id = ?')
  const insert = sql.prepare(
    'INSERT INTO endpoint_replacements (workspace_id, replacement_path_id, record) VALUES (?, ?, ?)',
  )
  const save = sql.prepare('UPDATE endpoint_replacements SET record = ? WHERE id = ?')
  const drop = sql.prepare('DELETE FROM endpoint_replacements WHERE id = ?')
  const dropWorkspace = sql.prepare('DELETE FROM endpoint_replacements WHERE workspace_id = ?')

  const text = (record: object) => JSON.stringify(Written.parse(record))
  return {
    all: (workspaceId: string): readonly ReplacementRecord[] => all.all(workspaceId).map(recordOf),
    byId(workspaceId: string, id: number): ReplacementRecord | null {
      const row = one.get(workspaceId, id)
      return row ? recordOf(row) : null
    },
    add(record: Omit<ReplacementRecord, 'id'>): ReplacementRecord {
      const { lastInsertRowid } = insert.run(record.workspaceId, record.replacementPathId, text(record))
      return { ...record, id: Number(lastInsertRowid) }
    },
    save: (record: ReplacementRecord) => void save.run(text(record), record.id),
    drop: (id: number) => void drop.run(id),
    dropWorkspace: (workspaceId: string) => void dropWorkspace.run(workspaceId),
  }
}

function recordOf(row: Record<string, unknown>): ReplacementRecord {
  return {
    ...Written.parse(JSON.parse(String(row.record))),
    id: Number(row.id),
    workspaceId: String(row.workspace_id),
    replacementPathId: String(row.replacement_path_id),
  }
}
