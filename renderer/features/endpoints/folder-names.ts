import { useQuery } from '@tanstack/react-query'
import type { Folder } from '../../../shared/domain/folder.ts'
import { chainUpwards, parentsOf } from '../../../shared/domain/folder-filter.ts'
import type { Incomplete } from '../../../shared/domain/page.ts'
import type { Space } from '../../../shared/domain/space.ts'
import { useApi } from '../../api/client.ts'
import { knownFolders } from '../../queries/folder-index.ts'

export interface FolderName {
  readonly id: string
  readonly name: string
  /** From the space down: *Product / Planning / 2026*. */
  readonly path: string
}

export interface FolderNames {
  /** A folder that is not known has only its id. */
  readonly of: (id: string) => FolderName
  /** By their path. */
  readonly all: readonly FolderName[]
  /** As the service lists them. */
  readonly list: readonly Folder[]
  readonly parents: ReadonlyMap<string, string | null>
  /** How many folders lie in these, at any depth, themselves not counted. */
  readonly below: (ids: readonly string[]) => number
  /** ISO time; `null` while they were never read. */
  readonly asOf: string | null
  /** Why there may be more. */
  readonly incomplete: Incomplete | null
}

/** The folders by name, as they are known on this machine: the service is not asked, and need not be there. */
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

/** There are up to ten thousand, and many places that name them: each tree is prepared once. */
const prepared = new WeakMap<Tree, FolderNames>()

function namesOf(tree: Tree): FolderNames {
  const known = prepared.get(tree) ?? prepare(tree)
  prepared.set(tree, known)
  return known
}

function prepare({ spaces, folders, asOf, incomplete }: Tree): FolderNames {
  const parents = parentsOf(folders)
  const all = named(spaces, folders, parents)
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
  const of = (id: string) => byId.get(id) ?? { id, name: id, path: id }
  return { of, all, list: folders, parents, below, asOf, incomplete }
}

const unread = prepare({ spaces: [], folders: [], asOf: null, incomplete: null })

function countBelow(ids: readonly string[], inside: ReadonlyMap<string | null, readonly string[]>): number {
  const named = new Set(ids)
  const met = new Set(ids)
  for (const id of met) for (const child of inside.get(id) ?? []) met.add(child)
  return met.size - named.size
}

const { compare } = new Intl.Collator()

function named(
  spaces: readonly Space[],
  folders: readonly Folder[],
  parents: ReadonlyMap<string, string | null>,
): readonly FolderName[] {
  const spaceNames = new Map(spaces.map(({ id, name }) => [id, name]))
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  return folders
    .map((folder) => {
      const way = chainUpwards(parents, folder.id)
        .flatMap((id) => byId.get(id) ?? [])
        .reverse()
      const space = spaceNames.get(way[0]?.spaceId ?? folder.spaceId ?? '')
      const path = [...(space === undefined ? [] : [space]), ...way.map(({ name }) => name)].join(' / ')
      return { id: folder.id, name: folder.name, path }
    })
    .sort((a, b) => compare(a.path, b.path))
}
