import type { FolderCoverage } from '#shared/notes/folder-contract.ts'
import type { IndexedFolder } from './folder-store.ts'

type Folders = ReadonlyMap<string, IndexedFolder>

/** Returns the folders that the service lists. */
export const listedOf = (folders: Folders): IndexedFolder[] =>
  [...folders.values()].filter((folder) => folder.listed && folder.work !== 'gone')

/** Counts the listed folders and those whose notes were read. `asOf`: start of the last run that read all of them. */
export function coverageOf(folders: Folders, asOf: string | null): FolderCoverage {
  const all = listedOf(folders)
  const read = all.filter(({ readAt }) => readAt !== null).length
  return { read, of: all.length, asOf }
}

/** Returns whether the notes of a folder were never read, or not completely. */
export const isUnread = ({ readAt, partly }: IndexedFolder) => readAt === null || partly
