import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chainUpwards, foldFilter, visibilityOf } from '#shared/notes/folder-filter.ts'
import { property } from '../../support/runs.ts'

const parents = new Map([
  ['planning', null],
  ['budget', 'planning'],
  ['q1', 'budget'],
  ['hiring', null],
  ['lost', 'gone'],
])

test('omits the subfolders of a selected folder, however deep', () => {
  const { kept, folded } = foldFilter(['q1', 'hiring', 'planning', 'budget', 'lost'], parents)
  expect(kept).toEqual(['hiring', 'planning', 'lost'])
  expect([...folded]).toEqual([
    ['q1', 'planning'],
    ['budget', 'planning'],
  ])
})

test('keeps selected folders that have the same parent if the parent is not selected', () => {
  expect(foldFilter(['q1', 'hiring', 'unlisted'], parents).kept).toEqual(['q1', 'hiring', 'unlisted'])
})

test('the folders that remain include every selected folder, whatever the hierarchy', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  const anyParents = fc.dictionary(fc.constantFrom(...ids), fc.option(fc.constantFrom(...ids)))
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...ids)), anyParents, (chosen, entries) => {
      const tree = new Map(Object.entries(entries))
      const { kept, folded } = foldFilter(chosen, tree)
      for (const id of chosen) expect(kept.some((one) => chainUpwards(tree, id).includes(one))).toBe(true)
      expect(new Set([...kept, ...folded.keys()])).toEqual(new Set(chosen))
      expect(foldFilter(kept, tree).kept).toEqual(kept)
    }),
    property(),
  )
})

test('infers a folder’s visibility from endpoints that have only one scope', () => {
  const filtered = (...scopes: readonly string[]) => ({ folderIds: ['budget'], scopes: [...scopes] })
  expect(visibilityOf('budget', [filtered('public')])).toBe('public')
  expect(visibilityOf('budget', [filtered('personal'), filtered('personal', 'public')])).toBe('personal')
  expect(visibilityOf('budget', [filtered('personal', 'public')])).toBeNull()
  expect(visibilityOf('budget', [filtered('personal'), filtered('public')])).toBeNull()
  expect(visibilityOf('budget', [filtered('workspace')])).toBeNull()
  expect(visibilityOf('planning', [filtered('public')])).toBeNull()
})
