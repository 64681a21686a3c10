import type { Folder } from '#shared/notes/folder.ts'
import { type FolderMark, type FolderNode, folderTree } from '#shared/notes/folder-tree.ts'
import { nameOfFolder, nameOfSpace } from '#shared/notes/names.ts'
import type { Space } from '#shared/notes/space.ts'
import type { TreeNode } from '#ui/collections/tree-rows.ts'
import { copy } from '../copy.ts'

export interface FolderTreeNode extends TreeNode {
  readonly kind: 'all' | 'space' | 'folder'
  readonly mark: FolderMark | null
  readonly children: readonly FolderTreeNode[]
}

export const allNotesKey = 'all'

/** Returns the tree's nodes: *All notes* first, then each space with its folders. */
export function folderTreeNodes(
  spaces: readonly Space[],
  folders: readonly Folder[],
): readonly FolderTreeNode[] {
  const groups = folderTree(spaces, folders).map(
    ({ space, folders: top }): FolderTreeNode => ({
      kind: 'space',
      key: space === null ? 'no-space' : `space ${space.id}`,
      label: space === null ? copy.folders.noSpace : nameOfSpace(space),
      mark: null,
      children: folderNodes(top),
    }),
  )
  return [{ kind: 'all', key: allNotesKey, label: copy.allNotes, mark: null, children: [] }, ...groups]
}

export function findNode(nodes: readonly FolderTreeNode[], key: string): FolderTreeNode {
  const pending = [...nodes]
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.key === key) return node
    for (const child of node.children) pending.push(child)
  }
  return { kind: 'all', key: allNotesKey, label: copy.allNotes, mark: null, children: [] }
}

export function expandableKeys(nodes: readonly FolderTreeNode[]): readonly string[] {
  const keys: string[] = []
  const pending = [...nodes]
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.children.length === 0) continue
    keys.push(node.key)
    for (const child of node.children) pending.push(child)
  }
  return keys
}

interface MutableNode extends FolderTreeNode {
  readonly children: FolderTreeNode[]
}

/** Not recursive, so that a chain of a thousand folders doesn't overflow the stack. */
function folderNodes(top: readonly FolderNode[]): readonly FolderTreeNode[] {
  const roots: FolderTreeNode[] = []
  const pending = [{ from: top, into: roots }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const { folder, mark, children } of next.from) {
      const node: MutableNode = {
        kind: 'folder',
        key: folder.id,
        label: nameOfFolder(folder),
        mark,
        children: [],
      }
      next.into.push(node)
      if (children.length > 0) pending.push({ from: children, into: node.children })
    }
  }
  return roots
}
