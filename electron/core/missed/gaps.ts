import type { Sql } from '#core/database/sql.ts'
import type { DisabledState } from '#shared/endpoints/model.ts'
import type { MissedReason } from '#shared/missed/model.ts'

/** Of the whole machine: its tunnel, its listener and the app itself. */
export const wholeMachine = { workspaceId: '', endpointId: '' } as const

export interface GapOwner {
  readonly workspaceId: string
  readonly endpointId: string
}

/** A stretch of time in which events did not arrive: milliseconds since 1970, by this machine's clock. */
export interface Gap {
  readonly key: string
  readonly reason: MissedReason
  readonly by: DisabledState['by'] | null
  readonly from: number
  /** `null` while it lasts. */
  readonly to: number | null
}

/** When events did not arrive, and why. Throws what SQLite throws. */
export interface Gaps {
  /** Of an endpoint and of the whole machine, in the order in which they began. */
  of(owner: GapOwner): readonly Gap[]
  /** Does nothing while one with this reason lasts. */
  begin(owner: GapOwner, reason: MissedReason, at: number): void
  end(owner: GapOwner, reason: MissedReason, at: number): void
  /** One whose beginning and end are known from another source, given again each time. */
  put(owner: GapOwner, gap: Pick<Gap, 'reason' | 'by' | 'from' | 'to'>): void
  /** An endpoint takes the place of another. */
  move(from: GapOwner, to: GapOwner): void
  forget(owner: GapOwner): void
  forgetWorkspace(workspaceId: string): void
  /** Deletes those that ended long ago. */
  sweep(now: number): void
}

const remembered = 90 * 86_400_000

export function createGaps(sql: Sql): Gaps {
  const find = sql.prepare(
    `SELECT id, reason, disabled_by, began_at, ended_at FROM missed_gaps
     WHERE (workspace_id = ?1 AND endpoint_id = ?2) OR (workspace_id = '' AND endpoint_id = '') ORDER BY began_at`,
  )
  const begin = sql.prepare(
    `INSERT OR IGNORE INTO missed_gaps (workspace_id, endpoint_id, reason, began_at) SELECT ?1, ?2, ?3, ?4 WHERE NOT EXISTS
       (SELECT 1 FROM missed_gaps WHERE workspace_id = ?1 AND endpoint_id = ?2 AND reason = ?3 AND ended_at IS NULL)`,
  )
  const end = sql.prepare(
    `UPDATE missed_gaps SET ended_at = max(?, began_at)
     WHERE workspace_id = ? AND endpoint_id = ? AND reason = ? AND ended_at IS NULL`,
  )
  const put = sql.prepare(
    `INSERT INTO missed_gaps (workspace_id, endpoint_id, reason, disabled_by, began_at, ended_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (workspace_id, endpoint_id, reason, began_at)
     DO UPDATE SET ended_at = excluded.ended_at, disabled_by = coalesce(excluded.disabled_by, disabled_by)
     WHERE ended_at IS NOT excluded.ended_at OR disabled_by IS NULL`,
  )
  const move = sql.prepare(
    'UPDATE OR IGNORE missed_gaps SET endpoint_id = ? WHERE workspace_id = ? AND endpoint_id = ?',
  )
  const forget = sql.prepare('DELETE FROM missed_gaps WHERE workspace_id = ? AND endpoint_id = ?')
  const forgetWorkspace = sql.prepare('DELETE FROM missed_gaps WHERE workspace_id = ?')
  const sweep = sql.prepare('DELETE FROM missed_gaps WHERE ended_at < ?')

  return {
    of: ({ workspaceId, endpointId }) =>
      find.all(workspaceId, endpointId).map((row) => ({
        key: `gap-${row.id}`,
        reason: String(row.reason) as MissedReason,
        by: row.disabled_by === null ? null : (String(row.disabled_by) as DisabledState['by']),
        from: Number(row.began_at),
        to: row.ended_at === null ? null : Number(row.ended_at),
      })),
    begin: ({ workspaceId, endpointId }, reason, at) =>
      void begin.run(workspaceId, endpointId, reason, Math.floor(at)),
    end: ({ workspaceId, endpointId }, reason, at) =>
      void end.run(Math.ceil(at), workspaceId, endpointId, reason),
    put: ({ workspaceId, endpointId }, { reason, by, from, to }) =>
      void put.run(workspaceId, endpointId, reason, by, from, to),
    move(from, to) {
      move.run(to.endpointId, from.workspaceId, from.endpointId)
      forget.run(from.workspaceId, from.endpointId)
    },
    forget: ({ workspaceId, endpointId }) => void forget.run(workspaceId, endpointId),
    forgetWorkspace: (workspaceId) => void forgetWorkspace.run(workspaceId),
    sweep: (now) => void sweep.run(now - remembered),
  }
}
