import type { Sql } from '#core/database/sql.ts'
import type { DeliveryView } from '#shared/deliveries/view.ts'

export function createSavedViews(sql: Sql) {
  const all = sql.prepare(
    'SELECT id, name, query AS q FROM delivery_views WHERE workspace_id = ? ORDER BY id',
  )
  const add = sql.prepare(
    'INSERT INTO delivery_views (workspace_id, name, query) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const change = sql.prepare(
    'UPDATE OR IGNORE delivery_views SET name = ?, query = ? WHERE workspace_id = ? AND id = ?',
  )
  const remove = sql.prepare('DELETE FROM delivery_views WHERE workspace_id = ? AND id = ?')
  return {
    all: (workspaceId: string): DeliveryView[] =>
      all.all(workspaceId).map(({ id, name, q }) => ({ id: Number(id), name: String(name), q: String(q) })),
    add: (workspaceId: string, name: string, q: string) => Number(add.run(workspaceId, name, q).changes) > 0,
    change: (workspaceId: string, { id, name, q }: DeliveryView) =>
      Number(change.run(name, q, workspaceId, id).changes) > 0,
    remove: (workspaceId: string, id: number) => void remove.run(workspaceId, id),
  }
}

export function forgetViews(sql: Sql, workspaceId: string): void {
  sql.prepare('DELETE FROM delivery_views WHERE workspace_id = ?').run(workspaceId)
}
