import { rmSync } from 'node:fs'
import type { Database } from '#core/database/database.ts'
import { purgeDeletedWords } from '#core/database/full-text.ts'
import { movedAsideOf } from '#core/database/moved-aside.ts'
import type { Feature } from '#core/platform/feature.ts'
import { AppError } from '#shared/errors.ts'
import type { WorkspaceContents } from '#shared/workspaces/contract.ts'
import type { WorkspaceStore } from './workspace-store.ts'

export interface WorkspaceOwner extends Required<Pick<Feature<never>, 'forgetWorkspace'>> {
  contentsOf?(id: string): Partial<Contents>
}

type Contents = Pick<WorkspaceContents, 'secrets' | 'deliveries' | 'notes' | 'texts'>

/**
 * Deletes the data of removed workspaces. A removal is stored until it is complete, so that the next start continues it after a
 * crash.
 */
export function createWorkspaceRemoval(
  database: Pick<Database, 'sql' | 'path'>,
  store: Pick<WorkspaceStore, 'pendingRemovals' | 'finishRemoval'>,
  owners: readonly WorkspaceOwner[],
) {
  return {
    contentsOf(id: string): Contents {
      const none: Contents = { secrets: 0, deliveries: 0, notes: 0, texts: 0 }
      return Object.assign(none, ...owners.map((owner) => owner.contentsOf?.(id)))
    },
    /** Deletes the data of removed workspaces. If it rejects with `storage`, the next start tries again. */
    async sweep() {
      for (const id of store.pendingRemovals()) {
        for (const owner of owners) await owner.forgetWorkspace(id)
        await purgeDeletedWords(database.sql)
        deleteMovedAside(database.path)
        store.finishRemoval(id)
      }
    },
  }
}

/**
 * Deletes database files that were moved aside, because they may contain data of the workspace. Single rows can't be deleted
 * reliably, because the files may be damaged.
 */
function deleteMovedAside(path: string): void {
  try {
    for (const file of movedAsideOf(path)) rmSync(file)
  } catch (cause) {
    const sentence =
      'The workspace was removed, but some files that were moved aside couldn’t be deleted. Notehook tries again at the next start.'
    throw new AppError('storage', sentence, { cause })
  }
}
