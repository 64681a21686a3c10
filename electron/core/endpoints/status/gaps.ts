import type { Sql } from '#core/database/sql.ts'
import { sandboxWorkspaceId } from '#core/workspaces/index.ts'
import type { MissedReason } from '#shared/missed/model.ts'

/** The owner of gaps that affect all endpoints of this computer, for example because the tunnel was down. */
export const wholeMachine = { workspaceId: '', endpointId: '' } as const

export interface GapOwner {
  readonly workspaceId: string
  readonly endpointId: string
}

/** Reason for a gap. `refused` means that the service won't retry the failed deliveries. */
export type GapReason = Exclude<MissedReason, 'unknown'> | 'refused'

/** A period in which no events arrived. Times are in milliseconds since 1970, by this computer's clock. */
export interface Gap {
  readonly key: string
  readonly reason: GapReason
  readonly from: number
  readonly to: number | null
}

/** Stores when and why events did not arrive. Throws SQLite's errors. */
export type Gaps = ReturnType<typeof createGaps>

const remembered = 90 * 86_400_000

export function createGaps(sql: Sql) {
  const find = sql.prepare(
    `SELECT id, reason, began_at, ended_at FROM missed_gaps
     WHERE (workspace_id = ?1 AND endpoint_id IN (?2, '')) OR (workspace_id = '' AND endpoint_id = ''
       AND NOT (?1 = '${sandboxWorkspaceId}' AND reason = 'tunnel-down')) ORDER BY began_at`,
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
    `INSERT INTO missed_gaps (workspace_id, endpoint_id, reason, began_at, ended_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (workspace_id, endpoint_id, reason, began_at)
     DO UPDATE SET ended_at = excluded.ended_at WHERE ended_at IS NOT excluded.ended_at`,
  )
  const move = sql.prepare(
    'UPDATE OR IGNORE missed_gaps SET endpoint_id = ? WHERE workspace_id = ? AND endpoint_id = ?',
  )
  const forget = sql.prepare('DELETE FROM missed_gaps WHERE workspace_id = ? AND endpoint_id = ?')
  const forgetWorkspace = sql.prepare('DELETE FROM missed_gaps WHERE workspace_id = ?')
  const sweep = sql.prepare('DELETE FROM missed_gaps WHERE ended_at < ?')

  const of = ({ workspaceId, endpointId }: GapOwner): readonly Gap[] =>
    find.all(workspaceId, endpointId).map((row) => ({
      key: `gap-${row.id}`,
      reason: String(row.reason) as GapReason,
      from: Number(row.began_at),
      to: row.ended_at === null ? null : Number(row.ended_at),
    }))

  return {
    /**
     * Returns the gaps of an endpoint, its workspace and the computer, oldest first. For the sandbox, the gaps of the computer's
     * tunnel are left out, because the sandbox has its own.
     */
    of,
    /** Returns the longest time without deliveries on the whole computer, among those that ended after `after`. */
    longestOff(after: number, now: number): { readonly from: number; readonly to: number } | null {
      const times: { from: number; to: number }[] = []
      for (const { from, to } of of(wholeMachine)) {
        const until = to ?? now
        const before = times.at(-1)
        if (before && from <= before.to) before.to = Math.max(before.to, until)
        else times.push({ from, to: until })
      }
      const lasted = times.filter(({ to }) => to >= after)
      return lasted.sort((one, other) => other.to - other.from - (one.to - one.from))[0] ?? null
    },
    begin: ({ workspaceId, endpointId }: GapOwner, reason: GapReason, at: number) =>
      void begin.run(workspaceId, endpointId, reason, Math.floor(at)),
    end: ({ workspaceId, endpointId }: GapOwner, reason: GapReason, at: number) =>
      void end.run(Math.ceil(at), workspaceId, endpointId, reason),
    /** Stores a gap that has ended. Storing the same gap again updates its end. */
    put: ({ workspaceId, endpointId }: GapOwner, { reason, from, to }: Omit<Gap, 'key'>) =>
      void put.run(workspaceId, endpointId, reason, from, to),
    move(from: GapOwner, to: GapOwner) {
      move.run(to.endpointId, from.workspaceId, from.endpointId)
      forget.run(from.workspaceId, from.endpointId)
    },
    forget: ({ workspaceId, endpointId }: GapOwner) => void forget.run(workspaceId, endpointId),
    forgetWorkspace: (workspaceId: string) => void forgetWorkspace.run(workspaceId),
    sweep: (now: number) => void sweep.run(now - remembered),
  }
}
