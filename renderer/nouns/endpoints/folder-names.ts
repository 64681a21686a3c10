import { useQuery } from '@tanstack/react-query'
import type { Folder } from '#shared/notes/folder.ts'
import { parentsOf } from '#shared/notes/folder-filter.ts'
import { folderTree } from '#shared/notes/folder-tree.ts'
import { nameOfFolder, nameOfSpace } from '#shared/notes/names.ts'
import type { Incomplete } from '#shared/notes/page.ts'
import type { Space } from '#shared/notes/space.ts'
import { useApi } from '../../host/client.ts'
import { knownFolders } from '../notes/folder-queries.ts'
import { names as copy } from './copy.ts'

export interface FolderName {
  readonly id: string
  readonly name: string
  /** The names of the space and all parent folders, such as *Product / Planning / 2026*. */
  readonly path: string
}

export interface FolderNames {
  /**
   * Returns a folder's name. If the key has no access to the folder, returns its id, marked as unlisted once the folders have
   * loaded.
   */
  readonly of: (id: string) => FolderName
  readonly all: readonly FolderName[]
  readonly list: readonly Folder[]
  readonly parents: ReadonlyMap<string, string | null>
  /** Returns the number of subfolders at any depth, excluding the given folders. */
  readonly below: (ids: readonly string[]) => number
  /** The ISO time when the folders were last loaded, or `null` if they never were. */
  readonly asOf: string | null
  readonly incomplete: Incomplete | null
}

/** Returns the folder names stored on this computer, without a request to the service. */
export function useFolderNames(): FolderNames {
  const { data } = useQuery(knownFolders(useApi()))
  return data === undefined || data.asOf === null ? unread : namesOf(data)
}

interface Tree {
  readonly spaces: readonly Space[]
  readonly folders: readonly Folder[]
  readonly asOf: string | null
  readonly incomplete: Incomplete | null
}

/** Each tree is prepared only once, because it has up to ten thousand folders and many components use it. */
const prepared = new WeakMap<Tree, FolderNames>()

function namesOf(tree: Tree): FolderNames {
  const known = prepared.get(tree) ?? prepare(tree)
  prepared.set(tree, known)
  return known
}

function prepare({ spaces, folders, asOf, incomplete }: Tree): FolderNames {
  const parents = parentsOf(folders)
  const all = named(spaces, folders)
  const byId = new Map(all.map((folder) => [folder.id, folder]))
  const inside = new Map<string | null, string[]>()
  for (const { id, parentFolderId } of folders) {
    const siblings = inside.get(parentFolderId)
    if (siblings) siblings.push(id)
    else inside.set(parentFolderId, [id])
  }
  const counted = new Map<string, number>()
  const below = (ids: readonly string[]) => {
    const key = ids.join()
    const count = counted.get(key) ?? countBelow(ids, inside)
    counted.set(key, count)
    return count
  }
  const of = (id: string) => {
    const name = asOf === null ? id : copy.unlistedFolder(id)
    return byId.get(id) ?? { id, name, path: name }
  }
  return { of, all, list: folders, parents, below, asOf, incomplete }
}

const unread = prepare({ spaces: [], folders: [], asOf: null, incomplete: null })

function countBelow(ids: readonly string[], inside: ReadonlyMap<string | null, readonly string[]>): number {
  const visited = new Set(ids)
  const given = visited.size
  for (const id of visited) for (const child of inside.get(id) ?? []) visited.add(child)
  return visited.size - given
}

const { compare } = new Intl.Collator()

function named(spaces: readonly Space[], folders: readonly Folder[]): readonly FolderName[] {
  const names: FolderName[] = []
  const pending = folderTree(spaces, folders).map((group) => ({
    above: group.space === null ? '' : `${nameOfSpace(group.space)} / `,
    nodes: group.folders,
  }))
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const { folder, children } of next.nodes) {
      const name = nameOfFolder(folder)
      const path = `${next.above}${name}`
      names.push({ id: folder.id, name, path })
      if (children.length > 0) pending.push({ above: `${path} / `, nodes: children })
    }
  }
  return names.sort((a, b) => compare(a.path, b.path))
}
