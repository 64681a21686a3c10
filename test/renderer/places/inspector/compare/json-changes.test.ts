import fc from 'fast-check'
import { expect, test } from 'vitest'
import { structure } from '../../../../../renderer/places/inspector/compare/copy.ts'
import {
  formatPath,
  type Json,
  type JsonChange,
  type JsonPath,
  jsonChanges,
  parseExactly,
  textChanges,
} from '../../../../../renderer/places/inspector/compare/json-changes.ts'
import { property } from '../../../../support/runs.ts'

test('lists the values that were added, removed or changed in a JSON body by path', () => {
  const before = { type: 'note.edited', fields: ['title'], 'odd key': { deep: 1 } }
  const after = { type: 'note.generated', fields: ['title', 'summary'], more: null, 'odd key': {} }
  const { changes } = jsonChanges(before, after)
  expect(changes.map(({ kind, path }) => `${kind} ${formatPath(path)}`)).toEqual([
    'changed type',
    'added fields[1]',
    'removed ["odd key"].deep',
    'added more',
  ])
  expect(jsonChanges(['a'], { a: 1 }).changes.map(({ path }) => formatPath(path))).toEqual([structure.whole])
})

test('reports a different order of JSON keys separately from changed values', () => {
  const { changes, reordered } = jsonChanges({ a: 1, b: { c: 2, d: 3 } }, { a: 1, b: { d: 3, c: 2 } })
  expect(changes).toEqual([])
  expect(reordered).toEqual([['b']])
  expect(jsonChanges({ a: 1, b: 2 }, { b: 2 }).reordered).toEqual([])
})

test('applying the differences to the first JSON value gives the second', () => {
  // Values as parsed from JSON text, which has no -0.
  const json = fc.json({ maxDepth: 4 }).map((text) => JSON.parse(text) as Json)
  fc.assert(
    fc.property(json, json, (before, after) => {
      expect(applied(before, jsonChanges(before, after).changes)).toEqual(after)
    }),
    property(30_000),
  )
})

test('comparing two JSON values finds the same paths in both directions', () => {
  const json = fc.json({ maxDepth: 4 }).map((text) => JSON.parse(text) as Json)
  fc.assert(
    fc.property(json, json, (before, after) => {
      expect(jsonChanges(before, structuredClone(before))).toEqual({ changes: [], reordered: [] })
      const paths = (one: Json, other: Json) =>
        jsonChanges(one, other)
          .changes.map(({ path }) => formatPath(path))
          .sort()
      expect(paths(before, after)).toEqual(paths(after, before))
    }),
    property(),
  )
})

type Place = Record<string | number, unknown>

function applied(before: Json, changes: readonly JsonChange[]): unknown {
  const holder: Place = { whole: structuredClone(before) }
  for (const change of changes) {
    const path: JsonPath = ['whole', ...change.path]
    const last = path.at(-1) ?? ''
    let place = holder
    for (const step of path.slice(0, -1)) place = place[step] as Place
    if (change.kind !== 'removed') {
      const value = structuredClone(change.after)
      Object.defineProperty(place, last, { value, writable: true, enumerable: true, configurable: true })
    } else if (Array.isArray(place)) place.splice(Number(last), 1)
    else delete place[last]
  }
  return holder.whole
}

test('distinguishes JSON numbers that JavaScript rounds to the same value', () => {
  const [one, other] = ['{"n":12345678901234567890}', '{"n":12345678901234567891}'].map(parseExactly)
  const { changes } = jsonChanges(one ?? null, other ?? null)
  expect(JSON.stringify(changes)).toBe(
    '[{"kind":"changed","path":["n"],"before":12345678901234567890,"after":12345678901234567891}]',
  )
})

test('does not compare JSON with duplicate keys by structure', () => {
  expect(textChanges('{"a":{"b":1,"\\u0062":2}}', '{"a":{"b":2}}')).toBeNull()
  expect(textChanges('[{"a":1},{"a":2}]', '[{"a":1},{"a":3}]')?.changes).toHaveLength(1)
  expect(textChanges(null, '{}')).toBeNull()
})
