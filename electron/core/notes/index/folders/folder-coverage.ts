import type { FolderCoverage } from '#shared/notes/folder-contract.ts'
import type { IndexedFolder } from './folder-store.ts'

type Folders = ReadonlyMap<string, IndexedFolder>

/** The folders that the service lists. */
export const listedOf = (folders: Folders): IndexedFolder[] =>
  [...folders.values()].filter((folder) => folder.listed && folder.work !== 'gone')

/** Of how many listed folders the notes were read. `asOf`: when the last run began that read them all. */
export function coverageOf(folders: Folders, asOf: string | null): FolderCoverage {
  const all = listedOf(folders)
  const read = all.filter(({ readAt }) => readAt !== null).length
  return { read, of: all.length, asOf }
}

/** Never listed for its notes, or not to the end. */
export const isUnread = ({ readAt, partly }: IndexedFolder) => readAt === null || partly
