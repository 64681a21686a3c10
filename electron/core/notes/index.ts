import type { Deliveries } from '#core/deliveries/index.ts'
import type { Feature } from '#core/platform/feature.ts'
import type { Platform } from '#core/platform/platform.ts'
import type { Workspaces } from '#core/workspaces/index.ts'
import { createCatalog } from './catalog.ts'
import { createNoteIndex, type NoteIndex } from './index/note-index.ts'
import { firstSortKey } from './index/sort-key.ts'
import { noteReads } from './reads.ts'

export type { Listing } from './index/note-index.ts'

/** The notes: read from the service, and found on this machine. */
export interface Notes
  extends Feature<'notes'>,
    Pick<
      NoteIndex,
      'list' | 'foldersOf' | 'foldersAround' | 'learnPage' | 'onDidChangeNotes' | 'completeAsOf' | 'syncNow'
    > {
  /** The lowest sort key of a note that changed at this time, in milliseconds since 1970, or later. */
  sortKeyAt(ms: number): number
  contentsOf(id: string): { readonly notes: number }
  forgetWorkspace(id: string): Promise<void>
}

export function createNotes(
  platform: Platform,
  { workspaces, deliveries }: { workspaces: Workspaces; deliveries: Deliveries },
): Notes {
  const { database, reader, hub, clock, log } = platform
  const { sql } = database
  const read = reader.of(noteReads)
  const index = createNoteIndex({ sql, read, workspaces, hub, clock, log, lastEvents: deliveries.lastEvents })
  deliveries.onDidStore(index.learnNamed)
  return {
    handlers: { ...createCatalog(workspaces.api({ priority: 'interactive' }), index), ...index.handlers },
    list: index.list,
    foldersOf: index.foldersOf,
    foldersAround: index.foldersAround,
    learnPage: index.learnPage,
    onDidChangeNotes: index.onDidChangeNotes,
    completeAsOf: index.completeAsOf,
    syncNow: index.syncNow,
    sortKeyAt: firstSortKey,
    start() {
      index
        .sweep()
        .catch((error) => log.error('What belongs to a removed workspace could not be deleted.', error))
    },
    contentsOf: (id) => ({ notes: index.count(id) }),
    forgetWorkspace: index.forget,
    close: index.close,
  }
}
