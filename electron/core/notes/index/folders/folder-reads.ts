import type { Sql } from '#core/database/sql.ts'
import type { InputOf, OutputOf } from '#shared/rpc/contract.ts'
import { createOwnersReading } from '../note-store.ts'
import { type SuggestFrom, suggest } from '../search/suggest.ts'
import { folderCounts } from './folder-counts.ts'
import { coverageOf, isUnread, listedOf } from './folder-coverage.ts'
import { createFolderStates } from './folder-state.ts'
import { createFolderReading } from './folder-store.ts'
import { createSeveralReading } from './memberships.ts'

export function createFolderReads(sql: Sql) {
  const foldersOf = createFolderReading(sql)
  const severalOf = createSeveralReading(sql)
  const ownersOf = createOwnersReading(sql)
  const states = createFolderStates(sql)
  return {
    folderCounts({ workspaceId }: { readonly workspaceId: string }): OutputOf<'notes.folder-counts'> {
      const folders = foldersOf(workspaceId)
      const { listedAt, completeAsOf } = states.get(workspaceId)
      return {
        counts: folderCounts(folders, severalOf(workspaceId)),
        listedAt,
        unread: listedOf(folders).flatMap((folder) => (isUnread(folder) ? [folder.id] : [])),
        coverage: coverageOf(folders, completeAsOf),
      }
    },
    suggest: ({ workspaceId, text, caret, keys, now }: SuggestAsked): OutputOf<'notes.suggest'> =>
      suggest(text, caret, {
        keys,
        owners: () => ownersOf(workspaceId),
        folders() {
          const folders = foldersOf(workspaceId)
          const counts = folderCounts(folders, severalOf(workspaceId))
          const totals = new Map(counts.map(({ id, total }) => [id, total]))
          return listedOf(folders).map((folder) => ({
            ...folder,
            notes: totals.get(folder.id) ?? 0,
            isUnread: isUnread(folder),
          }))
        },
        now,
      }),
  }
}

interface SuggestAsked extends InputOf<'notes.suggest'> {
  readonly workspaceId: string
  readonly keys: SuggestFrom['keys']
  readonly now: Date
}
