import type { Sql } from '#core/database/sql.ts'
import type { Incomplete } from '#shared/notes/page.ts'
import { textOrNull } from './note-row.ts'

/** How far the reading of the folders of a workspace is. It survives quitting. */
export interface FolderState {
  readonly workspaceId: string
  /** ISO time of the last lists of spaces and folders, and what was to be said about them. */
  readonly listedAt: string | null
  readonly incomplete: Incomplete | null
  readonly unreadable: number
  /** Every round lists the notes of every folder, the deepest first. */
  readonly round: number
  /** `null` when none is under way. */
  readonly roundBeganAt: string | null
  /** The newest change of a note that the index knew of then, by the clock of the service. */
  readonly roundKnew: string | null
  /** When the last round began that ended. */
  readonly completeAsOf: string | null
  /** As `roundKnew`, of that round. `null`: a folder went since, and nothing says where its notes are now. */
  readonly completeKnew: string | null
  /** The folder under way and where its list goes on. */
  readonly at: { readonly folderId: string; readonly cursor: string } | null
}

export interface FolderStates {
  get(workspaceId: string): FolderState
  save(state: FolderState): void
  drop(workspaceId: string): void
}

export function createFolderStates(sql: Sql): FolderStates {
  const find = sql.prepare('SELECT * FROM folder_sync WHERE workspace_id = ?')
  const save = sql.prepare('INSERT OR REPLACE INTO folder_sync VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const drop = sql.prepare('DELETE FROM folder_sync WHERE workspace_id = ?')
  return {
    get(workspaceId) {
      const row = find.get(workspaceId) ?? {}
      const folderId = textOrNull(row.folder_id)
      const cursor = textOrNull(row.cursor)
      return {
        workspaceId,
        listedAt: textOrNull(row.listed_at),
        incomplete: textOrNull(row.incomplete) as Incomplete | null,
        unreadable: Number(row.unreadable ?? 0),
        round: Number(row.run ?? 0),
        roundBeganAt: textOrNull(row.run_began_at),
        roundKnew: textOrNull(row.run_newest),
        completeAsOf: textOrNull(row.complete_as_of),
        completeKnew: textOrNull(row.complete_newest),
        at: folderId !== null && cursor !== null ? { folderId, cursor } : null,
      }
    },
    // In the order of the columns.
    save: ({ at, ...state }) =>
      void save.run(
        state.workspaceId,
        state.listedAt,
        state.incomplete,
        state.unreadable,
        state.round,
        state.roundBeganAt,
        state.completeAsOf,
        at?.folderId ?? null,
        at?.cursor ?? null,
        state.roundKnew,
        state.completeKnew,
      ),
    drop: (workspaceId) => void drop.run(workspaceId),
  }
}
