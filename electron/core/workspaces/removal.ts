import { rmSync } from 'node:fs'
import { backupsOf, movedAsideOf } from '#core/database/backup.ts'
import type { Database } from '#core/database/database.ts'
import { forgetWords } from '#core/database/full-text.ts'
import type { Feature } from '#core/platform/feature.ts'
import { AppError } from '#shared/errors.ts'
import type { WorkspaceContents } from '#shared/workspaces/contract.ts'
import type { WorkspaceStore } from './workspace-store.ts'

/** A feature that keeps something for each workspace. */
export interface WorkspaceOwner extends Required<Pick<Feature<never>, 'forgetWorkspace'>> {
  /** How much of it there is. */
  contentsOf?(id: string): Partial<Contents>
}

type Contents = Pick<WorkspaceContents, 'secrets' | 'deliveries' | 'notes'>

/** Deletes what belongs to removed workspaces. Each removal is on the disk until its end, so that a crash ends none. */
export interface WorkspaceRemoval {
  /** The features that are asked, in this order. */
  setOwners(owners: readonly WorkspaceOwner[]): void
  contentsOf(id: string): Contents
  /** Deletes everything of the workspaces that were removed. Rejects with `storage`; then it is repeated at the next start. */
  sweep(): Promise<void>
}

export function createWorkspaceRemoval(
  database: Pick<Database, 'sql' | 'path'>,
  store: Pick<WorkspaceStore, 'leaving' | 'left'>,
): WorkspaceRemoval {
  let owners: readonly WorkspaceOwner[] = []
  return {
    setOwners(all) {
      owners = all
    },
    contentsOf(id) {
      const none: Contents = { secrets: 0, deliveries: 0, notes: 0 }
      return Object.assign(none, ...owners.map((owner) => owner.contentsOf?.(id)))
    },
    async sweep() {
      for (const id of store.leaving()) {
        for (const owner of owners) await owner.forgetWorkspace(id)
        await forgetWords(database.sql)
        dropCopies(database.path)
        store.left(id)
      }
    },
  }
}

/**
 * A backup made before an upgrade holds what is removed, and so may a store that was moved aside. Deleting rows in a file of another
 * format, or in a damaged one, cannot be trusted, so the files go whole.
 */
function dropCopies(path: string): void {
  try {
    for (const copy of [...backupsOf(path), ...movedAsideOf(path)]) rmSync(copy)
  } catch (cause) {
    const sentence =
      'The workspace is removed, but not every older file of the store beside it. Deleting them is tried again at the next start.'
    throw new AppError('storage', sentence, { cause })
  }
}
