import { type Sql, textOrNull } from '#core/database/sql.ts'
import type { Incomplete } from '#shared/notes/page.ts'

/** Progress of reading a workspace's folders. It is stored across restarts. */
export interface FolderState {
  readonly workspaceId: string
  readonly listedAt: string | null
  readonly incomplete: Incomplete | null
  readonly unreadable: number
  readonly run: number
  readonly runBeganAt: string | null
  /** ISO time of the newest change in the index when the run began, by the service's clock. */
  readonly runNewest: string | null
  readonly completeAsOf: string | null
  /** `runNewest` of the last complete run. `null` after a folder was deleted. */
  readonly completeNewest: string | null
  readonly at: { readonly folderId: string; readonly cursor: string } | null
}

export type FolderStates = ReturnType<typeof createFolderStates>

export function createFolderStates(sql: Sql) {
  const find = sql.prepare('SELECT * FROM folder_sync WHERE workspace_id = ?')
  const save = sql.prepare('INSERT OR REPLACE INTO folder_sync VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const drop = sql.prepare('DELETE FROM folder_sync WHERE workspace_id = ?')
  return {
    get(workspaceId: string): FolderState {
      const row = find.get(workspaceId) ?? {}
      const folderId = textOrNull(row.folder_id)
      const cursor = textOrNull(row.cursor)
      return {
        workspaceId,
        listedAt: textOrNull(row.listed_at),
        incomplete: textOrNull(row.incomplete) as Incomplete | null,
        unreadable: Number(row.unreadable ?? 0),
        run: Number(row.run ?? 0),
        runBeganAt: textOrNull(row.run_began_at),
        runNewest: textOrNull(row.run_newest),
        completeAsOf: textOrNull(row.complete_as_of),
        completeNewest: textOrNull(row.complete_newest),
        at: folderId !== null && cursor !== null ? { folderId, cursor } : null,
      }
    },
    save: ({ at, ...state }: FolderState) =>
      void save.run(
        state.workspaceId,
        state.listedAt,
        state.incomplete,
        state.unreadable,
        state.run,
        state.runBeganAt,
        state.completeAsOf,
        at?.folderId ?? null,
        at?.cursor ?? null,
        state.runNewest,
        state.completeNewest,
      ),
    drop: (workspaceId: string) => void drop.run(workspaceId),
  }
}
