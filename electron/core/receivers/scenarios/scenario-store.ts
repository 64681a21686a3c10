import type { Sql } from '#core/database/sql.ts'
import { Scenario, type StoredScenario } from '#shared/receivers/scenario.ts'

/** The user's own scenarios. Throws what SQLite throws. */
export interface ScenarioStore {
  /** By name. */
  list(workspaceId: string): StoredScenario[]
  /** `false`: another one has this name. */
  add(workspaceId: string, scenario: Scenario): boolean
  /** `false`: another one has this name. */
  change(workspaceId: string, scenario: StoredScenario): boolean
  remove(workspaceId: string, id: number): void
  dropOfWorkspace(workspaceId: string): void
}

export function createScenarioStore(sql: Sql): ScenarioStore {
  const all = sql.prepare('SELECT id, name, steps FROM scenarios WHERE workspace_id = ? ORDER BY name, id')
  const add = sql.prepare(
    'INSERT INTO scenarios (workspace_id, name, steps) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const change = sql.prepare(
    'UPDATE OR IGNORE scenarios SET name = ?, steps = ? WHERE workspace_id = ? AND id = ?',
  )
  const remove = sql.prepare('DELETE FROM scenarios WHERE workspace_id = ? AND id = ?')
  const dropAll = sql.prepare('DELETE FROM scenarios WHERE workspace_id = ?')
  return {
    list: (workspaceId) =>
      all.all(workspaceId).map(({ id, name, steps }) => ({
        id: Number(id),
        ...Scenario.parse({ name, steps: JSON.parse(String(steps)) }),
      })),
    add: (workspaceId, { name, steps }) =>
      Number(add.run(workspaceId, name, JSON.stringify(steps)).changes) > 0,
    change: (workspaceId, { id, name, steps }) =>
      Number(change.run(name, JSON.stringify(steps), workspaceId, id).changes) > 0,
    remove: (workspaceId, id) => void remove.run(workspaceId, id),
    dropOfWorkspace: (workspaceId) => void dropAll.run(workspaceId),
  }
}
