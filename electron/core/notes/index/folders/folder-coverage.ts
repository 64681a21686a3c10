import type { FolderCoverage } from '#shared/notes/folder-contract.ts'
import type { IndexedFolder } from './folder-store.ts'

type Folders = ReadonlyMap<string, IndexedFolder>

export const listedOf = (folders: Folders): IndexedFolder[] =>
  [...folders.values()].filter((folder) => folder.listed && folder.work !== 'gone')

/**
 * Counts the folders in the service's list and those whose notes were read. `asOf` is the start of the last run that read all of
 * them.
 */
export function coverageOf(folders: Folders, asOf: string | null): FolderCoverage {
  const all = listedOf(folders)
  const read = all.filter(({ readAt }) => readAt !== null).length
  return { read, total: all.length, asOf }
}

export const isUnread = ({ readAt, partly }: IndexedFolder) => readAt === null || partly
