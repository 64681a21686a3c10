import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseNote } from '#core/service-api/notes/wire-note.ts'
import {
  type ParseItem,
  parseEndpoint,
  parseFolder,
  parseNoteListItem,
  parsePage,
  parseSpace,
} from '#core/service-api/wire.ts'
import { ApiDifferenceKind } from '#shared/workspaces/api-difference.ts'
import { property } from '../../../support/runs.ts'

/** Names of fields that the code reads. Generated items often have them, with values of any type. */
const names = [
  'id',
  'object',
  'title',
  'name',
  'owner',
  'created_at',
  'parent_folder_id',
  'space_id',
  'url',
  'events',
  '__proto__',
]
const almostItem = fc.dictionary(
  fc.constantFrom(...names),
  fc.oneof(fc.jsonValue(), fc.constantFrom('not_1', '../x', '', null)),
)
const item = fc.oneof(fc.jsonValue(), almostItem)
const body = fc.oneof(
  fc.jsonValue(),
  fc.record(
    { things: fc.oneof(fc.array(item), fc.jsonValue()), hasMore: fc.jsonValue(), cursor: fc.jsonValue() },
    { requiredKeys: [] },
  ),
)

const parseWhole: ParseItem<{ readonly id: string }> = (body, onDifference) =>
  parseNote({ body, text: JSON.stringify(body) }, onDifference)

const readers: readonly [string, ParseItem<{ readonly id: string }>][] = [
  ['spaces', parseSpace],
  ['folders', parseFolder],
  ['notes', parseNoteListItem],
  ['endpoints', parseEndpoint],
  ['whole notes', parseWhole],
]

test.each(readers)('reads or counts every item in any list of %s without throwing', (_name, parse) => {
  fc.assert(
    fc.property(body, (value) => {
      const wire: unknown = JSON.parse(JSON.stringify(value))
      const kinds: string[] = []
      const page = parsePage(wire, 'things', parse, ({ kind, where, what }) => {
        kinds.push(kind)
        expect([typeof where, typeof what]).toEqual(['string', 'string'])
      })
      for (const kind of kinds) expect(ApiDifferenceKind.safeParse(kind).success).toBe(true)
      if (typeof page === 'string') return
      const sent = (wire as { readonly things: readonly unknown[] }).things.length
      expect(page.items.length + page.unreadable).toBe(sent)
      expect(page.items.every(({ id }) => id !== '' && !/[/\\]/.test(id))).toBe(true)
      expect(page.cursor === null || page.cursor !== '').toBe(true)
      // Items must be cloneable, because they are sent to the page.
      expect(() => structuredClone(page.items)).not.toThrow()
    }),
    property(50_000),
  )
})

test('reads names the same way as the index, even if they contain invalid characters', () => {
  const text = fc
    .array(fc.constantFrom('\ud83d', '\ude00', 'a', '😀', '\u202e'), { minLength: 1 })
    .map((it) => it.join(''))
  fc.assert(
    fc.property(text, (name) => {
      const stored = Buffer.from(name).toString()
      const owner = { name, email: name }
      const id = 'not_1d3tmYTlCICgjy'
      expect(parseNoteListItem({ object: 'note', id, title: name, owner }, () => {})).toMatchObject({
        title: stored,
        owner: { name: stored, email: stored },
      })
      expect(parseWhole({ object: 'note', id, title: name, owner }, () => {})).toMatchObject({
        title: stored,
      })
      expect(parseFolder({ object: 'folder', id: 'fol_1', name }, () => {})?.name).toBe(stored)
      expect(parseSpace({ object: 'space', id: 'spa_1', name }, () => {})?.name).toBe(stored)
    }),
    property(),
  )
})
