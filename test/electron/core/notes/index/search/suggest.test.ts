import fc from 'fast-check'
import { expect, test } from 'vitest'
import { suggest } from '#core/notes/index/search/suggest.ts'
import { folded } from '#shared/notes/folded.ts'
import { searchKeys } from '#shared/notes/search-terms.ts'
import { property } from '../../../../../support/runs.ts'

const folder = (name: string, notes = 1, isUnread = false) => ({
  name,
  foldedName: folded(name).trim(),
  notes,
  isUnread,
})
const sources = {
  keys: searchKeys,
  owners: () => [
    { name: 'Åsa Öberg', email: 'asa@example.com', notes: 3 },
    { name: 'Sam Okafor', email: 'sam@example.com', notes: 9 },
    { name: 'Sam Okafor', email: 'sam.okafor@example.com', notes: 2 },
  ],
  folders: () => [folder('Board "A"'), folder('Escalations', 50), folder('Calls', 2)],
  now: new Date(2026, 2, 10, 12),
}
/** Returns suggestions for a text in which `|` marks the caret. */
const at = (text: string) => suggest(text.replace('|', ''), text.indexOf('|'), sources)
const inserts = (text: string) => at(text).suggestions.map(({ insert }) => insert)

test.each<readonly [string, string[]]>([
  ['|', ['title:', 'owner:', 'folder:', 'text:', 'transcript:', 'after:', 'before:']],
  ['budget t|', ['title:', 'text:', 'transcript:']],
  ['text:bu|', []],
  ['plan o|', ['owner:']],
  ['plan|', []],
  ['owner:asa|', ['owner:"Åsa Öberg" ']],
  ['owner:OBE|', ['owner:"Åsa Öberg" ']],
  ['owner:ple|', []],
  ['owner:"sam o|', ['owner:sam@example.com ', 'owner:sam.okafor@example.com ']],
  ['folder:ca|', ['folder:Calls ', 'folder:Escalations ']],
  ['folder:board|', ['folder:"Board  A" ']],
  ['title:ca|', []],
  ['note:ca|', []],
  [
    'after:|',
    ['after:2026-03-09 ', 'after:2026-03-03 ', 'after:2026-02-08 ', 'after:2026-01-01 ', 'after:2025-03-10 '],
  ],
  ['before:2025|', ['before:2025-03-10 ']],
])('suggests search terms at the caret: %s', (text, expected) => {
  expect(inserts(text)).toEqual(expected)
})

test('suggests a partly read folder with its minimum count, and an unread folder without a count', () => {
  const folders = () => [
    folder('Calls', 0, true),
    folder('Cases', 0),
    folder('Cards', 2, true),
    folder('Cards', 3),
  ]
  const { suggestions } = suggest('folder:ca', 9, { ...sources, folders })
  expect(suggestions.map(({ label, notes, atLeast }) => [label, notes, atLeast])).toEqual([
    ['Cards', 5, true],
    ['Calls', null, true],
    ['Cases', 0, undefined],
  ])
})

test('a suggestion replaces only the term at the caret', () => {
  expect(at('a owner:sa|m b')).toMatchObject({ from: 2, to: 11 })
  expect(at('a owner:"sa|m o" b')).toMatchObject({ from: 2, to: 15 })
  expect(at('a ow| b')).toMatchObject({ from: 2, to: 4 })
})

test('a suggestion replaces a range within the text, for any text and caret', () => {
  const text = fc.array(fc.constantFrom('owner:', 'folder:', '"', ' ', 'ca', 'after:', '🎉', ':'), {
    maxLength: 8,
  })
  fc.assert(
    fc.property(text, fc.nat(60), (bits, caret) => {
      const typed = bits.join('')
      const sortKey = Math.min(caret, typed.length)
      const { from, to } = suggest(typed, sortKey, sources)
      expect(from <= sortKey && sortKey <= to && to <= typed.length && from >= 0).toBe(true)
    }),
    property(50_000),
  )
})
