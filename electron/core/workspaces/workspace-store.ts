import type { Sql } from '#core/database/sql.ts'
import { defaultNotePath, defaultPace } from '#core/service-api/assumptions.ts'
import { ServiceOptions } from '#shared/workspaces/contract.ts'

/** A workspace in the database. The API key is in the keychain. */
export interface StoredWorkspace {
  readonly id: string
  readonly label: string
  readonly baseUrl: string
}

/**
 * Stores this computer's workspaces. Deliveries and endpoints in the same database refer to them by id, so they are not stored in
 * the settings file, which may be lost.
 */
export type WorkspaceStore = ReturnType<typeof createWorkspaceStore>

const defaultOptions: ServiceOptions = { notePath: defaultNotePath, updateMethod: 'auto', pace: defaultPace }

export function createWorkspaceStore(sql: Sql) {
  const all = sql.prepare('SELECT id, label, base_url FROM workspaces ORDER BY added_at, id')
  const find = sql.prepare('SELECT id, label, base_url FROM workspaces WHERE id = ?')
  const last = sql.prepare(
    'SELECT id, label, base_url FROM workspaces ORDER BY opened_at DESC, added_at DESC LIMIT 1',
  )
  const put = sql.prepare(
    `INSERT INTO workspaces (id, label, base_url, added_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET label = excluded.label, base_url = excluded.base_url`,
  )
  const rename = sql.prepare('UPDATE workspaces SET label = ? WHERE id = ?')
  const opened = sql.prepare('UPDATE workspaces SET opened_at = ? WHERE id = ?')
  const findOptions = sql.prepare('SELECT options FROM workspace_options WHERE workspace_id = ?')
  const putOptions = sql.prepare(
    'INSERT OR REPLACE INTO workspace_options (workspace_id, options) VALUES (?, ?)',
  )
  const deleteOptions = sql.prepare('DELETE FROM workspace_options WHERE workspace_id = ?')
  const remove = sql.prepare('DELETE FROM workspaces WHERE id = ?')
  const addRemoval = sql.prepare('INSERT OR IGNORE INTO workspace_removals (workspace_id) VALUES (?)')
  const removals = sql.prepare('SELECT workspace_id AS id FROM workspace_removals')
  const deleteRemoval = sql.prepare('DELETE FROM workspace_removals WHERE workspace_id = ?')

  const cached = new Map<string, ServiceOptions>()

  return {
    all: (): readonly StoredWorkspace[] => all.all().map(storedOf),
    get: (id: string): StoredWorkspace | null => first(find.get(id)),
    last: (): StoredWorkspace | null => first(last.get()),
    put: ({ id, label, baseUrl }: StoredWorkspace, at: string) => void put.run(id, label, baseUrl, at),
    rename: (id: string, label: string) => void rename.run(label, id),
    /** Ignores errors, because a workspace can be opened even if the disk is full. */
    opened(id: string, at: string) {
      try {
        opened.run(at, id)
      } catch {}
    },
    /** Returns a workspace's options. The sandbox, which is not stored, has the defaults. */
    options(id: string): ServiceOptions {
      const known = cached.get(id)
      if (known) return known
      const read = readOptions(findOptions.get(id)?.options)
      cached.set(id, read)
      return read
    },
    setOptions(id: string, options: ServiceOptions) {
      putOptions.run(id, JSON.stringify(options))
      cached.set(id, options)
    },
    remove(id: string) {
      addRemoval.run(id)
      remove.run(id)
      deleteOptions.run(id)
      cached.delete(id)
    },
    pendingRemovals: (): readonly string[] => removals.all().map(({ id }) => String(id)),
    finishRemoval: (id: string) => void deleteRemoval.run(id),
  }
}

/** Parses options. Damaged values are replaced with their defaults. */
function parseOptions(found: Readonly<Record<string, unknown>>): ServiceOptions {
  const { notePath, updateMethod, pace } = ServiceOptions.shape
  return {
    notePath: notePath.catch(defaultOptions.notePath).parse(found.notePath),
    updateMethod: updateMethod.catch(defaultOptions.updateMethod).parse(found.updateMethod),
    pace: pace.catch(defaultOptions.pace).parse(found.pace),
  }
}

function readOptions(text: unknown): ServiceOptions {
  if (typeof text !== 'string') return defaultOptions
  try {
    return parseOptions(JSON.parse(text) as Record<string, unknown>)
  } catch {
    return defaultOptions
  }
}

type Row = Record<string, unknown>

const first = (row: Row | undefined) => (row ? storedOf(row) : null)

const storedOf = (row: Row): StoredWorkspace => ({
  id: String(row.id),
  label: String(row.label),
  baseUrl: String(row.base_url),
})
