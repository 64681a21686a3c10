import type { Endpoint } from '#shared/endpoints/model.ts'
import type { Scope } from '#shared/endpoints/scopes.ts'
import type { Folder } from './folder.ts'

/** Returns a folder and its ancestors, from the bottom up. Stops at an unknown parent or a cycle. */
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
 * Removes folders that are subfolders of others in the list. They are redundant, because a filter includes subfolders
 * (specification, section 4, *folder_ids*). Keeps the order. In a cycle, the first folder wins.
 */
export function foldFilter(
  ids: readonly string[],
  parents: ReadonlyMap<string, string | null>,
): {
  readonly kept: readonly string[]
  /** Maps each redundant folder to the listed folder that contains it. */
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
 * Infers whether a folder is private, which the service doesn't show. An endpoint's scopes must match the visibility of its
 * folders (specification, section 4), so an endpoint with this folder and a single scope is evidence. Returns `null` if there is
 * no evidence, or if it is contradictory.
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
