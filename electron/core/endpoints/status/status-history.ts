import { type Sql, textOrNull } from '#core/database/sql.ts'
import type { DisabledState } from '#shared/endpoints/model.ts'
import type { OffCounts } from '#shared/workspaces/contract.ts'

/** Last known status of an endpoint. ISO times by this computer's clock. */
export interface StatusRecord {
  readonly lastEnabledAt: string | null
  readonly disabledBy: DisabledState['by'] | null
  readonly disabledNoticedAt: string | null
  readonly disableRequestedAt: string | null
  readonly downtime: { readonly from: string; readonly to: string } | null
}

export type StatusHistory = ReturnType<typeof createStatusHistory>

export function createStatusHistory(sql: Sql) {
  const all = sql.prepare('SELECT * FROM endpoint_status WHERE workspace_id = ?')
  const one = sql.prepare('SELECT * FROM endpoint_status WHERE workspace_id = ? AND endpoint_id = ?')
  const off = sql.prepare(
    `SELECT count(*) AS total, count(*) FILTER (WHERE disabled_by <> 'here') AS not_from_here
     FROM endpoint_status WHERE workspace_id = ? AND disabled_by IS NOT NULL`,
  )
  const save = sql.prepare('INSERT OR REPLACE INTO endpoint_status VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const seenOn = sql.prepare(
    'UPDATE endpoint_status SET last_enabled_at = ? WHERE workspace_id = ? AND disabled_by IS NULL',
  )
  const drop = sql.prepare('DELETE FROM endpoint_status WHERE workspace_id = ? AND endpoint_id = ?')
  const dropWorkspace = sql.prepare('DELETE FROM endpoint_status WHERE workspace_id = ?')
  return {
    all: (workspaceId: string): ReadonlyMap<string, StatusRecord> =>
      new Map(all.all(workspaceId).map((row) => [String(row.endpoint_id), recordOf(row)])),
    of(workspaceId: string, endpointId: string): StatusRecord | null {
      const row = one.get(workspaceId, endpointId)
      return row ? recordOf(row) : null
    },
    off(workspaceId: string): OffCounts {
      const row = off.get(workspaceId)
      return { all: Number(row?.total), notFromHere: Number(row?.not_from_here) }
    },
    save(
      workspaceId: string,
      endpointId: string,
      { lastEnabledAt, disabledBy, disabledNoticedAt, disableRequestedAt, downtime }: StatusRecord,
    ) {
      const ends = [downtime?.from ?? null, downtime?.to ?? null]
      save.run(
        workspaceId,
        endpointId,
        lastEnabledAt,
        disabledBy,
        disabledNoticedAt,
        disableRequestedAt,
        ...ends,
      )
    },
    /** Records that the service listed all endpoints as enabled at this time, except those marked as disabled. */
    seenOn: (workspaceId: string, at: string) => void seenOn.run(at, workspaceId),
    drop: (workspaceId: string, endpointId: string) => void drop.run(workspaceId, endpointId),
    dropWorkspace: (workspaceId: string) => void dropWorkspace.run(workspaceId),
  }
}

function recordOf(row: Record<string, unknown>): StatusRecord {
  const from = textOrNull(row.downtime_from)
  const to = textOrNull(row.downtime_to)
  return {
    lastEnabledAt: textOrNull(row.last_enabled_at),
    disabledBy: textOrNull(row.disabled_by) as DisabledState['by'] | null,
    disabledNoticedAt: textOrNull(row.disabled_noticed_at),
    disableRequestedAt: textOrNull(row.disable_requested_at),
    downtime: from === null || to === null ? null : { from, to },
  }
}
