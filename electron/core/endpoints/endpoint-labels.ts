import type { Sql } from '#core/database/sql.ts'

/**
 * The user's labels for endpoints. They are stored locally, because the service doesn't support labels (specification, section
 * 2).
 */
export type EndpointLabels = ReturnType<typeof createEndpointLabels>

export function createEndpointLabels(sql: Sql) {
  const find = sql.prepare('SELECT label FROM endpoint_labels WHERE workspace_id = ? AND endpoint_id = ?')
  const save = sql.prepare('INSERT OR REPLACE INTO endpoint_labels VALUES (?, ?, ?)')
  const drop = sql.prepare('DELETE FROM endpoint_labels WHERE workspace_id = ? AND endpoint_id = ?')
  const all = sql.prepare('SELECT endpoint_id, label FROM endpoint_labels WHERE workspace_id = ?')
  const sweep = sql.prepare(
    `DELETE FROM endpoint_labels WHERE workspace_id = ?1 AND NOT EXISTS
       (SELECT 1 FROM deliveries WHERE deliveries.workspace_id = ?1 AND deliveries.endpoint_id = endpoint_labels.endpoint_id)
     AND NOT EXISTS
       (SELECT 1 FROM receivers WHERE receivers.workspace_id = ?1 AND instr(receivers.settings, endpoint_labels.endpoint_id))`,
  )
  const dropWorkspace = sql.prepare('DELETE FROM endpoint_labels WHERE workspace_id = ?')
  return {
    of(workspaceId: string, endpointId: string): string | null {
      const label = find.get(workspaceId, endpointId)?.label
      return label === undefined ? null : String(label)
    },
    set(workspaceId: string, endpointId: string, label: string) {
      if (label === '') drop.run(workspaceId, endpointId)
      else save.run(workspaceId, endpointId, label)
    },
    /** Returns all labels, including those of deleted endpoints that have deliveries or are in a receiver's rules. */
    all: (workspaceId: string): { readonly id: string; readonly label: string }[] =>
      all.all(workspaceId).map((row) => ({ id: String(row.endpoint_id), label: String(row.label) })),
    sweep: (workspaceId: string) => void sweep.run(workspaceId),
    dropWorkspace: (workspaceId: string) => void dropWorkspace.run(workspaceId),
  }
}
