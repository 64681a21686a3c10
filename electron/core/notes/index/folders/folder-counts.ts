import { folderTree } from '#shared/notes/folder-tree.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import type { IndexedFolder } from './folder-store.ts'

/** Counts the notes of each folder, including its subfolders. A note that is in several subfolders of a folder counts once. */
export function folderCounts(
  folders: ReadonlyMap<string, IndexedFolder>,
  several: ReadonlyMap<string, readonly string[]>,
): OutputOf<'notes.folder-counts'>['counts'] {
  const parents = parentsOf(folders)
  const totals = new Map<string, number>()
  const add = (id: string, by: number) => totals.set(id, (totals.get(id) ?? 0) + by)
  for (const id of [...parents.keys()].reverse()) {
    add(id, folders.get(id)?.own ?? 0)
    const parent = parents.get(id)
    if (parent) add(parent, totals.get(id) ?? 0)
  }
  for (const ids of several.values()) {
    const counted = new Set<string>()
    for (const start of ids) {
      for (let id: string | null | undefined = start; id; id = parents.get(id)) {
        if (counted.has(id)) add(id, -1)
        counted.add(id)
      }
    }
  }
  return [...totals].flatMap(([id, total]) =>
    total > 0 ? [{ id, own: folders.get(id)?.own ?? 0, total }] : [],
  )
}

/** Returns each folder's parent. Parents come before their children. Cycles are cut as in the folder tree. */
export function parentsOf(folders: ReadonlyMap<string, IndexedFolder>): ReadonlyMap<string, string | null> {
  const present = [...folders.values()].filter(({ work }) => work !== 'gone')
  const parents = new Map<string, string | null>()
  const nodes = folderTree([], present).flatMap(({ folders }) => [...folders])
  for (const { folder } of nodes) parents.set(folder.id, null)
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at]
    for (const child of node?.children ?? []) {
      parents.set(child.folder.id, node?.folder.id ?? null)
      nodes.push(child)
    }
  }
  return parents
}
