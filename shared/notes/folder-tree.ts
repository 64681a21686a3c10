import type { Folder } from './folder.ts'
import type { Space } from './space.ts'

/** Why a folder is shown at the top although it has a parent: the parent is not listed, or the parents form a cycle. */
export type FolderMark = 'orphan' | 'cycle'

export interface FolderNode {
  readonly folder: Folder
  readonly mark: FolderMark | null
  readonly children: readonly FolderNode[]
}

export interface SpaceNode {
  /** `null` for folders whose space is not listed. */
  readonly space: Space | null
  readonly folders: readonly FolderNode[]
}

/**
 * Arranges folders under their spaces, in the service's order. Every folder appears exactly once. A folder with an unknown parent
 * is marked and placed at the top. A cycle is cut at its first folder in the list. Runs in linear time without recursion, so that
 * a chain of a thousand folders doesn't overflow the stack.
 */
export function folderTree(spaces: readonly Space[], folders: readonly Folder[]): readonly SpaceNode[] {
  const nodes = new Map<string, MutableNode>()
  for (const folder of folders) {
    if (!nodes.has(folder.id)) nodes.set(folder.id, { folder, mark: null, children: [] })
  }
  const cut = cycleCuts(nodes)

  const groups = new Map<string | null, MutableNode[]>(spaces.map((space) => [space.id, []]))
  const homeless: MutableNode[] = []
  for (const node of nodes.values()) {
    const parent = node.folder.parentFolderId === null ? undefined : nodes.get(node.folder.parentFolderId)
    if (parent && !cut.has(node.folder.id)) {
      parent.children.push(node)
      continue
    }
    if (node.folder.parentFolderId !== null) node.mark = parent ? 'cycle' : 'orphan'
    const home = node.folder.spaceId === null ? undefined : groups.get(node.folder.spaceId)
    ;(home ?? homeless).push(node)
  }

  const tree: SpaceNode[] = spaces.map((space) => ({ space, folders: groups.get(space.id) ?? [] }))
  return homeless.length > 0 ? [...tree, { space: null, folders: homeless }] : tree
}

/** Returns the folders from the top of the tree down to `id`, including it. Empty if `id` is unknown. */
export function folderPath(folders: readonly Folder[], id: string): readonly Folder[] {
  const nodes = new Map(folders.map((folder) => [folder.id, { folder }]))
  const cut = cycleCuts(nodes)
  const path: Folder[] = []
  for (let at = nodes.get(id); at; at = nodes.get(at.folder.parentFolderId ?? '')) {
    path.unshift(at.folder)
    if (cut.has(at.folder.id)) break
  }
  return path
}

interface MutableNode {
  readonly folder: Folder
  mark: FolderMark | null
  readonly children: MutableNode[]
}

function cycleCuts(nodes: ReadonlyMap<string, Pick<MutableNode, 'folder'>>): ReadonlySet<string> {
  const done = new Set<string>()
  const cuts = new Set<string>()
  for (const start of nodes.keys()) {
    const trail = new Set<string>()
    let at: string | null = start
    while (at !== null && nodes.has(at) && !done.has(at)) {
      if (trail.has(at)) {
        cuts.add(at)
        break
      }
      trail.add(at)
      at = nodes.get(at)?.folder.parentFolderId ?? null
    }
    for (const id of trail) done.add(id)
  }
  return cuts
}
