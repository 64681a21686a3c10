import type { Sql } from '#core/database/sql.ts'
import { defaultNotePath, defaultPace } from '#core/service-api/assumptions.ts'
import { ServiceWays } from '#shared/workspaces/contract.ts'

/** What is written down of a workspace of the service. Its key is in the keychain, under its origin. */
export interface StoredWorkspace {
  readonly id: string
  readonly label: string
  readonly baseUrl: string
}

/**
 * The workspaceStore of this machine. They stand beside the deliveries and the journal of their endpoints, which are found by their
 * ids: a settings file that was lost takes none of them along.
 */
export interface WorkspaceStore {
  all(): readonly StoredWorkspace[]
  get(id: string): StoredWorkspace | null
  /** The one that was opened last, to be opened again. */
  last(): StoredWorkspace | null
  /** Adds it, or changes its label and address. */
  put(workspace: StoredWorkspace, at: string): void
  rename(id: string, label: string): void
  /** Never throws: a disk that is full must not keep anybody from a workspace. */
  opened(id: string, at: string): void
  /** Also of a workspace that is not written down, such as sandbox: then the defaults. */
  ways(id: string): ServiceWays
  setWays(id: string, ways: ServiceWays): void
  /** Forgets it, and writes down that what belongs to it is to be deleted. */
  remove(id: string): void
  /** Ids whose belongings are still to be deleted. */
  leaving(): readonly string[]
  left(id: string): void
}

const defaultWays: ServiceWays = { notePath: defaultNotePath, updateMethod: 'auto', pace: defaultPace }

export function createWorkspaceStore(sql: Sql): WorkspaceStore {
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
  const findWays = sql.prepare('SELECT options FROM workspace_options WHERE workspace_id = ?')
  const putWays = sql.prepare(
    'INSERT OR REPLACE INTO workspace_options (workspace_id, options) VALUES (?, ?)',
  )
  const dropWays = sql.prepare('DELETE FROM workspace_options WHERE workspace_id = ?')
  const remove = sql.prepare('DELETE FROM workspaces WHERE id = ?')
  const leave = sql.prepare('INSERT OR IGNORE INTO workspace_removals (workspace_id) VALUES (?)')
  const leaving = sql.prepare('SELECT workspace_id AS id FROM workspace_removals')
  const left = sql.prepare('DELETE FROM workspace_removals WHERE workspace_id = ?')

  // Asked at every turn of the pace, so held here; nobody else writes them.
  const known = new Map<string, ServiceWays>()

  return {
    all: () => all.all().map(storedOf),
    get: (id) => first(find.get(id)),
    last: () => first(last.get()),
    put: ({ id, label, baseUrl }, at) => void put.run(id, label, baseUrl, at),
    rename: (id, label) => void rename.run(label, id),
    opened(id, at) {
      try {
        opened.run(at, id)
      } catch {
        // Another one may be opened at the next start, and that is all.
      }
    },
    ways(id) {
      const held = known.get(id)
      if (held) return held
      const read = readWays(findWays.get(id)?.options)
      known.set(id, read)
      return read
    },
    setWays(id, ways) {
      putWays.run(id, JSON.stringify(ways))
      known.set(id, ways)
    },
    remove(id) {
      leave.run(id)
      remove.run(id)
      dropWays.run(id)
      known.delete(id)
    },
    leaving: () => leaving.all().map(({ id }) => String(id)),
    left: (id) => void left.run(id),
  }
}

/** A value that was damaged falls back alone; its neighbours stay as the user chose them. */
function waysOf(found: Readonly<Record<string, unknown>>): ServiceWays {
  const { notePath, updateMethod, pace } = ServiceWays.shape
  return {
    notePath: notePath.catch(defaultWays.notePath).parse(found.notePath),
    updateMethod: updateMethod.catch(defaultWays.updateMethod).parse(found.updateMethod),
    pace: pace.catch(defaultWays.pace).parse(found.pace),
  }
}

function readWays(text: unknown): ServiceWays {
  if (typeof text !== 'string') return defaultWays
  try {
    return waysOf(JSON.parse(text) as Record<string, unknown>)
  } catch {
    return defaultWays
  }
}

type Row = Record<string, unknown>

const first = (row: Row | undefined) => (row ? storedOf(row) : null)

const storedOf = (row: Row): StoredWorkspace => ({
  id: String(row.id),
  label: String(row.label),
  baseUrl: String(row.base_url),
})
