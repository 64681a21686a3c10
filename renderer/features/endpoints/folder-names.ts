import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Folder } from '../../../shared/domain/folder.ts'
import { chainUpwards, parentsOf } from '../../../shared/domain/folder-filter.ts'
import type { Space } from '../../../shared/domain/space.ts'
import { useApi } from '../../api/client.ts'
import { folderList, spaceList } from '../../queries/catalog.ts'

export interface FolderName {
  readonly id: string
  readonly name: string
  /** From the space down: *Product / Planning / 2026*. */
  readonly path: string
}

export interface FolderNames {
  /** A folder that is not in the list has only its id. */
  readonly of: (id: string) => FolderName
  /** By their path. Empty until the folders are read. */
  readonly all: readonly FolderName[]
  /** As the service lists them, parents by id. */
  readonly list: readonly Folder[]
  readonly parents: ReadonlyMap<string, string | null>
  /** How many folders lie in these, at any depth, themselves not counted. */
  readonly below: (ids: readonly string[]) => number
  readonly isLoading: boolean
  readonly error: Error | null
}

/** The folders by name. They are read only where `wanted`: a large workspace has many pages of them. */
export function useFolderNames(wanted: boolean): FolderNames {
  const api = useApi()
  const spaces = useQuery({ ...spaceList(api), enabled: wanted })
  const folders = useQuery({ ...folderList(api), enabled: wanted })
  const all = useMemo(
    () => (spaces.data && folders.data ? named(spaces.data.items, folders.data.items) : []),
    [spaces.data, folders.data],
  )
  const list = folders.data?.items ?? none
  const parents = useMemo(() => parentsOf(list), [list])
  return useMemo(() => {
    const byId = new Map(all.map((folder) => [folder.id, folder]))
    return {
      of: (id) => byId.get(id) ?? { id, name: id, path: id },
      all,
      list,
      parents,
      below: (ids) => countBelow(ids, list, parents),
      isLoading: spaces.isLoading || folders.isLoading,
      error: spaces.error ?? folders.error,
    }
  }, [all, list, parents, spaces.isLoading, folders.isLoading, spaces.error, folders.error])
}

function countBelow(
  ids: readonly string[],
  list: readonly Folder[],
  parents: ReadonlyMap<string, string | null>,
): number {
  const named = new Set(ids)
  const isBelow = (id: string) => chainUpwards(parents, id).some((above) => named.has(above))
  return list.filter(({ id }) => !named.has(id) && isBelow(id)).length
}

const none: readonly Folder[] = []

function named(spaces: readonly Space[], folders: readonly Folder[]): readonly FolderName[] {
  const spaceNames = new Map(spaces.map(({ id, name }) => [id, name]))
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const parents = parentsOf(folders)
  return folders
    .map((folder) => {
      const way = chainUpwards(parents, folder.id)
        .flatMap((id) => byId.get(id) ?? [])
        .reverse()
      const space = spaceNames.get(way[0]?.spaceId ?? folder.spaceId ?? '')
      const path = [...(space === undefined ? [] : [space]), ...way.map(({ name }) => name)].join(' / ')
      return { id: folder.id, name: folder.name, path }
    })
    .sort((a, b) => a.path.localeCompare(b.path))
}
