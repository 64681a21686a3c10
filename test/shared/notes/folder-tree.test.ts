import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Folder } from '#shared/notes/folder.ts'
import { type FolderNode, folderPath, folderTree } from '#shared/notes/folder-tree.ts'
import { property } from '../../support/runs.ts'

const space = { id: 'spa_aaaaaaaaaaaaaa', name: 'Company' }
const folder = (
  id: string,
  parentFolderId: string | null = null,
  spaceId: string | null = space.id,
): Folder => ({
  id,
  name: `Folder ${id}`,
  parentFolderId,
  spaceId,
})
const shape = (nodes: readonly FolderNode[]): unknown[] =>
  nodes.map(({ folder: { id }, mark, children }) => [id, mark, ...shape(children)])

test('arranges folders below their space and parent', () => {
  const tree = folderTree([space], [folder('b', 'a'), folder('a'), folder('c'), folder('d', 'b')])
  expect(tree.map((node) => [node.space?.id, shape(node.folders)])).toEqual([
    [
      space.id,
      [
        ['a', null, ['b', null, ['d', null]]],
        ['c', null],
      ],
    ],
  ])
})

test('lists folders whose space is unknown at the end of the tree', () => {
  const tree = folderTree([space], [folder('a', null, 'spa_unknown'), folder('b', null, null)])
  expect(tree.map((node) => [node.space?.id ?? null, shape(node.folders)])).toEqual([
    [space.id, []],
    [
      null,
      [
        ['a', null],
        ['b', null],
      ],
    ],
  ])
})

test('shows a folder at the top of the tree if its parent is not listed', () => {
  expect(shape(folderTree([space], [folder('a', 'gone')])[0]?.folders ?? [])).toEqual([['a', 'orphan']])
})

test('breaks a cycle of folders at the first one and keeps every folder', () => {
  const tree = folderTree(
    [space],
    [folder('a', 'c'), folder('b', 'a'), folder('c', 'b'), folder('self', 'self')],
  )
  expect(shape(tree[0]?.folders ?? [])).toEqual([
    ['a', 'cycle', ['b', null, ['c', null]]],
    ['self', 'cycle'],
  ])
})

test.each([
  [40, 10_000],
  [2_000, 5_000],
])('shows each of up to %i folders exactly once, whatever their parents are', (most, times) => {
  const parents = fc.array(fc.option(fc.nat(most), { nil: null }), { maxLength: most, size: 'max' })
  fc.assert(
    fc.property(parents, (chosen) => {
      const folders = chosen.map((parent, n) => folder(`f${n}`, parent === null ? null : `f${parent}`))
      const seen: string[] = []
      const waiting = folderTree([space], folders).flatMap((node) => [...node.folders])
      for (let node = waiting.pop(); node; node = waiting.pop()) {
        seen.push(node.folder.id)
        waiting.push(...node.children)
      }
      expect(seen.sort()).toEqual(folders.map(({ id }) => id).sort())
    }),
    property(times),
  )
})

test('arranges a chain of 100,000 nested folders without exhausting the stack', () => {
  const chain = Array.from({ length: 100_000 }, (_, n) => folder(`f${n}`, n === 0 ? null : `f${n - 1}`))
  expect(folderTree([space], chain)[0]?.folders).toHaveLength(1)
})

test('returns the path of a folder from the top', () => {
  const folders = [folder('a'), folder('b', 'a'), folder('c', 'b'), folder('x', 'y'), folder('y', 'x')]
  expect(folderPath(folders, 'c').map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  // The tree cuts the cycle at the same folder.
  expect(folderPath(folders, 'x').map(({ id }) => id)).toEqual(['x'])
  expect(folderPath(folders, 'y').map(({ id }) => id)).toEqual(['x', 'y'])
  expect(folderPath(folders, 'gone')).toEqual([])
})
