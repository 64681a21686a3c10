import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventTypes } from '#shared/deliveries/events/event-types.ts'
import { type CoveringEndpoint, coverageOf } from '#shared/endpoints/coverage.ts'
import type { Folder } from '#shared/notes/folder.ts'
import { property } from '../../support/runs.ts'

const mara = { name: 'Mara Lindqvist', email: 'mara.lindqvist@example.com' }
const tom = { name: 'Tomas Reyes', email: 'tomas.reyes@example.com' }
const folders: readonly Folder[] = [folder('planning'), folder('budget', 'planning'), folder('hiring')]

let serial = 0
const endpoint = (parts: Partial<CoveringEndpoint> = {}): CoveringEndpoint => ({
  id: `whe_${++serial}`,
  enabled: true,
  scopes: ['public'],
  events: [],
  folderIds: [],
  createdBy: mara,
  ...parts,
})

test('no event is covered if there are no endpoints', () => {
  const { rows } = coverageOf([], folders)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.cells.map(({ state }) => state)).toEqual(Array(6).fill('none'))
})

test('counts how many endpoints cover each event', () => {
  const all = endpoint()
  const edits = endpoint({ events: ['note.edited'] })
  const coverage = coverageOf([all, edits], folders)
  expect(cell(coverage, null, 'public', 'note.edited')).toMatchObject({
    state: 'twice',
    by: [all.id, edits.id],
  })
  expect(cell(coverage, null, 'public', 'note.generated')).toMatchObject({ state: 'once', by: [all.id] })
  expect(cell(coverage, null, 'personal', 'note.edited')).toMatchObject({ state: 'none', by: [] })
})

test('marks the parent of a folder that an endpoint selects as partly covered', () => {
  const coverage = coverageOf(
    [endpoint({ folderIds: ['budget'] }), endpoint({ folderIds: ['planning'], events: ['note.edited'] })],
    folders,
  )
  const states = (eventType: string) =>
    Object.fromEntries(
      coverage.rows.map(({ folderId, cells }) => [
        String(folderId),
        cells.find((it) => it.scope === 'public' && it.eventType === eventType)?.state,
      ]),
    )
  expect(states('note.edited')).toEqual({ null: 'none', planning: 'once', budget: 'twice' })
  expect(states('note.generated')).toEqual({ null: 'none', planning: 'part', budget: 'once' })
})

test('lists a disabled endpoint but does not count it as covering events', () => {
  const off = endpoint({ enabled: false })
  expect(cell(coverageOf([off], folders), null, 'public', 'note.edited')).toMatchObject({
    state: 'none',
    by: [],
    off: [off.id],
  })
})

describe('endpoints without the event access_granted', () => {
  test('reports that no endpoint is notified when a note becomes shared', () => {
    const coverage = coverageOf([endpoint({ events: ['note.generated'] })], folders)
    expect(cell(coverage, null, 'public', 'note.access_granted').missesShared).toBe(true)
    expect(cell(coverage, null, 'personal', 'note.access_granted').missesShared, 'neither is covered').toBe(
      false,
    )
  })
  test('does not warn about shared notes if another endpoint is notified of them', () => {
    const two = [endpoint({ events: ['note.generated'] }), endpoint({ events: ['note.access_granted'] })]
    expect(cell(coverageOf(two, folders), null, 'public', 'note.access_granted').missesShared).toBe(false)
  })
})

test('two endpoints for personal notes of different people cover an event once', () => {
  const personal = { scopes: ['personal'] }
  const state = (...of: readonly CoveringEndpoint[]) =>
    cell(coverageOf(of, folders), null, 'personal', 'note.edited').state
  expect(state(endpoint(personal), endpoint({ ...personal, createdBy: tom }))).toBe('once')
  expect(state(endpoint(personal), endpoint(personal))).toBe('twice')
  expect(state(endpoint({ ...personal, createdBy: null }), endpoint({ ...personal, createdBy: null }))).toBe(
    'once',
  )
})

test('adds columns for scopes and events that are not in the specification', () => {
  const coverage = coverageOf(
    [endpoint({ scopes: ['workspace'], events: ['note.archived'] }), endpoint({ scopes: ['workspace'] })],
    folders,
  )
  expect(coverage.scopes).toEqual(['personal', 'public', 'workspace'])
  expect(coverage.eventTypes).toEqual([...eventTypes, 'note.archived'])
  expect(cell(coverage, null, 'workspace', 'note.archived').state).toBe('once')
})

test('the coverage agrees with a check of each note', () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  const anyFolder = fc.record({
    id: fc.constantFrom(...ids),
    parentFolderId: fc.option(fc.constantFrom(...ids, 'gone')),
  })
  const anyFolders = fc.uniqueArray(anyFolder, { selector: ({ id }) => id })
  const anyEndpoint = fc.record({
    enabled: fc.boolean(),
    scopes: fc.uniqueArray(fc.constantFrom('personal', 'public'), { minLength: 1 }),
    events: fc.uniqueArray(fc.constantFrom(...eventTypes)),
    folderIds: fc.uniqueArray(fc.constantFrom(...ids, 'unlisted')),
    createdBy: fc.constantFrom(mara, tom, null),
  })
  fc.assert(
    fc.property(fc.array(anyEndpoint, { maxLength: 6 }), anyFolders, (made, listed) => {
      const endpoints = made.map((parts, at) => ({ ...parts, id: `whe_${at}` }))
      const tree = listed.map((parts) => ({ ...parts, name: parts.id, spaceId: null }))
      const { rows } = coverageOf(endpoints, tree)
      for (const { folderId, cells } of rows) {
        for (const { scope, eventType, state, by, off } of cells) {
          const covers = (at: string | null) => (it: CoveringEndpoint) =>
            it.scopes.includes(scope) &&
            (it.events.length === 0 || it.events.includes(eventType)) &&
            (it.folderIds.length === 0 || (at !== null && it.folderIds.some((id) => below(tree, id).has(at))))
          const covering = endpoints.filter(covers(folderId))
          expect(off).toEqual(covering.filter(({ enabled }) => !enabled).map(({ id }) => id))
          const on = covering.filter(({ enabled }) => enabled)
          if (on.length > 0) {
            expect(by).toEqual(on.map(({ id }) => id))
            expect(['once', 'twice']).toContain(state)
            if (scope === 'public') expect(state === 'twice').toBe(on.length > 1)
            continue
          }
          const inside = folderId === null ? [] : [...below(tree, folderId)]
          const partly = endpoints.some((it) => it.enabled && inside.some((at) => covers(at)(it)))
          expect(state).toBe(partly ? 'part' : 'none')
        }
      }
    }),
    property(),
  )
})

/** Returns a folder and all its descendants. Searches downwards, because the code under test searches upwards. */
function below(tree: readonly Folder[], id: string): ReadonlySet<string> {
  const found = new Set([id])
  for (let size = 0; size < found.size; ) {
    size = found.size
    for (const { id: child, parentFolderId } of tree) {
      if (parentFolderId !== null && found.has(parentFolderId)) found.add(child)
    }
  }
  return found
}

function folder(id: string, parentFolderId: string | null = null): Folder {
  return { id, name: id, parentFolderId, spaceId: null }
}

function cell(
  coverage: ReturnType<typeof coverageOf>,
  folderId: string | null,
  scope: string,
  eventType: string,
) {
  const found = coverage.rows
    .find((row) => row.folderId === folderId)
    ?.cells.find((it) => it.scope === scope && it.eventType === eventType)
  if (!found) throw new Error(`There is no cell for ${scope} and ${eventType}.`)
  return found
}
