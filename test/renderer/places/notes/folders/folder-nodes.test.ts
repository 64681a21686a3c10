import { expect, test } from 'vitest'
import {
  type FolderTreeNode,
  folderTreeNodes,
} from '../../../../../renderer/places/notes/folders/folder-nodes.ts'

test('lists spaces before the folders that belong to no space', () => {
  const nodes = folderTreeNodes(
    [{ id: 'spa_a', name: 'Product' }],
    [folder('fol_top', null, 'spa_a'), folder('fol_in', 'fol_top', 'spa_a'), folder('fol_lost', null, null)],
  )
  expect(outline(nodes)).toEqual([
    'All notes',
    'Product',
    '  fol_top',
    '    fol_in',
    'No space',
    '  fol_lost',
  ])
})

test('marks folders whose parent is missing or that contain themselves', () => {
  const nodes = folderTreeNodes(
    [],
    [folder('fol_orphan', 'fol_gone', null), folder('fol_a', 'fol_b', null), folder('fol_b', 'fol_a', null)],
  )
  expect(nodes[1]?.children.map(({ key, mark }) => [key, mark])).toEqual([
    ['fol_orphan', 'orphan'],
    ['fol_a', 'cycle'],
  ])
})

test('builds the folder tree of folders nested 20,000 deep', () => {
  const folders = Array.from({ length: 20_000 }, (_, level) =>
    folder(`fol_${level}`, level === 0 ? null : `fol_${level - 1}`, null),
  )
  expect(folderTreeNodes([], folders)[1]?.children).toHaveLength(1)
})

function folder(id: string, parentFolderId: string | null, spaceId: string | null) {
  return { id, name: id, parentFolderId, spaceId }
}

function outline(nodes: readonly FolderTreeNode[], indent = ''): readonly string[] {
  return nodes.flatMap(({ label, children }) => [indent + label, ...outline(children, `${indent}  `)])
}
