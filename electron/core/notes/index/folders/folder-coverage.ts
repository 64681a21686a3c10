import type { FolderCoverage } from '#shared/notes/folder-contract.ts'
import type { IndexedFolder } from './folder-store.ts'

type Folders = ReadonlyMap<string, IndexedFolder>

export const listedOf = (folders: Folders): IndexedFolder[] =>
  [...folders.values()].filter((folder) => folder.listed && folder.work !== 'gone')

/** Counts the listed folders and how many of them have been read. `asOf` is the start of the last run that read all of them. */
export function coverageOf(folders: Folders, asOf: string | null): FolderCoverage {
  const all = listedOf(folders)
  const read = all.filter(({ readAt }) => readAt !== null).length
  return { read, total: all.length, asOf }
}

export const isUnread = ({ readAt, partly }: IndexedFolder) => readAt === null || partly
