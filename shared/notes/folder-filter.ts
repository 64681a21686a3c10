import type { Endpoint } from '#shared/endpoints/model.ts'
import type { Scope } from '#shared/endpoints/scopes.ts'
import type { Folder } from './folder.ts'

/** The folder itself and all it lies in, from it upwards. Ends where a parent is unknown or comes a second time. */
export function chainUpwards(parents: ReadonlyMap<string, string | null>, id: string): readonly string[] {
  const chain: string[] = []
  const seen = new Set<string>()
  for (let at: string | null = id; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
    seen.add(at)
    chain.push(at)
  }
  return chain
}

export function parentsOf(folders: readonly Folder[]): ReadonlyMap<string, string | null> {
  return new Map(folders.map(({ id, parentFolderId }) => [id, parentFolderId]))
}

/**
 * A filter means its folders *and their subfolders* (specification, section 4, *folder_ids*), so a folder that lies in another
 * of the list adds nothing. The order is kept; of folders that lie in each other the first stays.
 */
export function foldFilter(
  ids: readonly string[],
  parents: ReadonlyMap<string, string | null>,
): {
  readonly kept: readonly string[]
  /** Each folder that adds nothing, and the one it lies in. */
  readonly folded: ReadonlyMap<string, string>
} {
  const folded = new Map<string, string>()
  const unique = [...new Set(ids)]
  const wanted = new Set(unique)
  for (const id of unique) {
    const above = chainUpwards(parents, id).slice(1)
    const into = above.findLast((ancestor) => wanted.has(ancestor) && !folded.has(ancestor))
    if (into !== undefined) folded.set(id, into)
  }
  return { kept: unique.filter((id) => !folded.has(id)), folded }
}

/**
 * Whether a folder is private. The service does not say, but it wants scopes that match (specification, section 4): an endpoint it
 * accepted with one scope only, filtered by this folder, is evidence. `null`: there is none, or it contradicts itself.
 */
export function visibilityOf(
  folderId: string,
  endpoints: readonly Pick<Endpoint, 'folderIds' | 'scopes'>[],
): Scope | null {
  const said = new Set(
    endpoints
      .filter(({ folderIds, scopes }) => folderIds.includes(folderId) && scopes.length === 1)
      .flatMap(({ scopes }) => scopes),
  )
  const [only] = said
  if (said.size !== 1) return null
  return only === 'personal' || only === 'public' ? only : null
}
