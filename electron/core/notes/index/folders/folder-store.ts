import { inTransaction, type Sql, textOrNull } from '#core/database/sql.ts'
import type { WholeList } from '#core/service-api/requests/paging.ts'
import type { Folder } from '#shared/notes/folder.ts'
import type { Space } from '#shared/notes/space.ts'
import { folded } from '../folded.ts'
import type { Row } from '../note-row.ts'

/** An indexed folder. `listed` is false if it is known only from a note. */
export interface IndexedFolder extends Folder {
  readonly listed: boolean
  readonly foldedName: string
  /** Why the folder's notes must be indexed again: it was deleted, or it or one of its parents was renamed. */
  readonly work: 'gone' | 'renamed' | null
  readonly own: number
  /** The number and ISO time of the last run that read the folder's notes, and whether that list was incomplete. */
  readonly run: number
  readonly readAt: string | null
  readonly partly: boolean
}

export type FolderLists = Pick<WholeList<never>, 'incomplete' | 'unreadable'> & {
  readonly spaces: readonly Space[]
  readonly folders: readonly Folder[]
}

export type FolderChange = Partial<Pick<IndexedFolder, 'work' | 'own' | 'run' | 'readAt' | 'partly'>>

export type FolderStore = ReturnType<typeof createFolderStore>

/** Returns a function that reads all of a workspace's folders by id, in the service's order. Deleted folders are included. */
export function createFolderReading(sql: Sql): (workspaceId: string) => Map<string, IndexedFolder> {
  const all = sql.prepare('SELECT * FROM indexed_folders WHERE workspace_id = ?')
  return (workspaceId) => {
    const rows = all.all(workspaceId).toSorted((a, b) => Number(a.position) - Number(b.position))
    return new Map(rows.map((row) => [String(row.id), folderOf(row)]))
  }
}

export function createFolderStore(sql: Sql) {
  const held = new Map<string, Map<string, IndexedFolder>>()
  const read = createFolderReading(sql)
  const put = sql.prepare(
    `INSERT OR REPLACE INTO indexed_folders
       (workspace_id, id, position, name, parent_id, space_id, listed, work, own_notes, run, read_at, partly_read)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const update = sql.prepare(
    `UPDATE indexed_folders SET work = ?, own_notes = ?, run = ?, read_at = ?, partly_read = ?
     WHERE workspace_id = ? AND id = ?`,
  )
  const remove = sql.prepare('DELETE FROM indexed_folders WHERE workspace_id = ? AND id = ?')
  const allSpaces = sql.prepare(
    'SELECT id, name FROM indexed_spaces WHERE workspace_id = ? ORDER BY position',
  )
  const putSpace = sql.prepare('INSERT OR REPLACE INTO indexed_spaces VALUES (?, ?, ?, ?)')
  const dropSpaces = sql.prepare('DELETE FROM indexed_spaces WHERE workspace_id = ?')
  const dropFolders = sql.prepare('DELETE FROM indexed_folders WHERE workspace_id = ?')

  const of = (workspaceId: string): Map<string, IndexedFolder> => {
    const known = held.get(workspaceId)
    if (known) return known
    const folders = read(workspaceId)
    held.set(workspaceId, folders)
    return folders
  }

  const save = (workspaceId: string, folder: IndexedFolder, position: number) => {
    put.run(
      workspaceId,
      folder.id,
      position,
      folder.name,
      folder.parentFolderId,
      folder.spaceId,
      folder.listed ? 1 : 0,
      folder.work,
      folder.own,
      folder.run,
      folder.readAt,
      folder.partly ? 1 : 0,
    )
  }

  return {
    spaces: (workspaceId: string): Space[] =>
      allSpaces.all(workspaceId).map(({ id, name }) => ({ id: String(id), name: String(name) })),
    /** Returns all folders by id, including deleted ones. Callers must not keep the map, because later changes modify it. */
    folders: of,
    folder: (workspaceId: string, id: string): IndexedFolder | undefined => of(workspaceId).get(id),
    /** Returns the path from the top folder to this one, without cycles. Empty if the folder is unknown or deleted. */
    path: (workspaceId: string, id: string): readonly IndexedFolder[] => wayTo(of(workspaceId), id),

    /**
     * Stores the service's lists of spaces and folders. If they are complete, marks missing folders as deleted. Returns whether
     * any were.
     */
    keepLists(workspaceId: string, { spaces, folders, incomplete }: FolderLists): boolean {
      const previous = of(workspaceId)
      const after = new Map<string, IndexedFolder>()
      for (const folder of folders) {
        const known = previous.get(folder.id) ?? unread
        after.set(folder.id, { ...known, ...foldedOf(folder), listed: true, work: known.work && 'renamed' })
      }
      let someWent = false
      for (const [id, folder] of previous) {
        if (after.has(id)) continue
        const isGone = incomplete === null && folder.listed
        someWent ||= isGone && folder.work !== 'gone'
        after.set(id, isGone ? { ...folder, work: 'gone' } : folder)
      }
      for (const [id, folder] of after) {
        if (
          folder.work === null &&
          previous.has(id) &&
          wordsOf(wayTo(after, id)) !== wordsOf(wayTo(previous, id))
        ) {
          after.set(id, { ...folder, work: 'renamed' })
        }
      }
      inTransaction(sql, () => {
        if (incomplete === null) dropSpaces.run(workspaceId)
        spaces.forEach(({ id, name }, at) => void putSpace.run(workspaceId, id, at, name))
        let position = 0
        for (const folder of after.values()) {
          save(workspaceId, folder, position)
          position += 1
        }
      })
      held.set(workspaceId, after)
      return someWent
    },

    name(workspaceId: string, folder: Folder) {
      const folders = of(workspaceId)
      if (folders.has(folder.id)) return
      const named = { ...unread, ...foldedOf(folder) }
      save(workspaceId, named, folders.size)
      folders.set(folder.id, named)
    },

    change(workspaceId: string, id: string, change: FolderChange) {
      const folders = of(workspaceId)
      const folder = folders.get(id)
      if (!folder) return
      const changed = { ...folder, ...change }
      const { work, own, run, readAt, partly } = changed
      update.run(work, own, run, readAt, partly ? 1 : 0, workspaceId, id)
      folders.set(id, changed)
    },

    remove(workspaceId: string, id: string) {
      remove.run(workspaceId, id)
      of(workspaceId).delete(id)
    },
    reload: (workspaceId: string) => void held.delete(workspaceId),
    drop(workspaceId: string) {
      held.delete(workspaceId)
      dropSpaces.run(workspaceId)
      dropFolders.run(workspaceId)
    },
  }
}

export const wordsOf = (path: readonly IndexedFolder[]): string => path.map(({ name }) => name).join(' ')

function wayTo(folders: ReadonlyMap<string, IndexedFolder>, id: string): readonly IndexedFolder[] {
  const way: IndexedFolder[] = []
  const seen = new Set<string>()
  for (let at = folders.get(id); at && at.work !== 'gone'; at = folders.get(at.parentFolderId ?? '')) {
    if (seen.has(at.id)) break
    seen.add(at.id)
    way.push(at)
  }
  return way.reverse()
}

const unread = {
  listed: false,
  work: null,
  own: 0,
  run: 0,
  readAt: null,
  partly: false,
} satisfies Partial<IndexedFolder>

const foldedOf = ({ id, name, parentFolderId, spaceId }: Folder) => ({
  id,
  name,
  parentFolderId,
  spaceId,
  foldedName: folded(name).trim(),
})

function folderOf(row: Row): IndexedFolder {
  const name = String(row.name)
  return {
    ...foldedOf({
      id: String(row.id),
      name,
      parentFolderId: textOrNull(row.parent_id),
      spaceId: textOrNull(row.space_id),
    }),
    listed: row.listed === 1,
    work: row.work === 'gone' || row.work === 'renamed' ? row.work : null,
    own: Number(row.own_notes),
    run: Number(row.run),
    readAt: textOrNull(row.read_at),
    partly: row.partly_read === 1,
  }
}
