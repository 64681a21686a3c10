import type { Sql } from '#core/database/sql.ts'
import { Scenario, ScenarioRun, type StoredScenario } from '#shared/receivers/scenario.ts'

/** The user's own scenarios, and runs that did not end. Throws what SQLite throws. */
export interface ScenarioStore {
  /** By name. */
  list(workspaceId: string): StoredScenario[]
  /** `false`: another one has this name. */
  add(workspaceId: string, scenario: Scenario): boolean
  /** `false`: another one has this name. */
  change(workspaceId: string, scenario: StoredScenario): boolean
  remove(workspaceId: string, id: number): void
  dropOfWorkspace(workspaceId: string): void
  /** It is under way. Does nothing for a receiver that was removed. */
  saveRun(run: ScenarioRun): void
  /** It ended. */
  dropRun(receiverId: string): void
  /** Those under way, and those that the end of the app interrupted. */
  runs(workspaceId: string): ScenarioRun[]
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
  const saveRun = sql.prepare(
    `INSERT INTO unfinished_scenarios SELECT id, ? FROM receivers WHERE id = ?
     ON CONFLICT (receiver_id) DO UPDATE SET run = excluded.run`,
  )
  const dropRun = sql.prepare('DELETE FROM unfinished_scenarios WHERE receiver_id = ?')
  const runs = sql.prepare(
    'SELECT run FROM unfinished_scenarios JOIN receivers ON receivers.id = receiver_id WHERE workspace_id = ?',
  )
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
    saveRun: (run) => void saveRun.run(JSON.stringify(run), run.receiverId),
    dropRun: (receiverId) => void dropRun.run(receiverId),
    runs: (workspaceId) => runs.all(workspaceId).map(({ run }) => ScenarioRun.parse(JSON.parse(String(run)))),
    dropOfWorkspace: (workspaceId) => void dropAll.run(workspaceId),
  }
}
