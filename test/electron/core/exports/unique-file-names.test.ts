import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createUniqueFileNames, safeName } from '#core/exports/unique-file-names.ts'
import { hostileTexts } from '../../../support/hostile-text.ts'
import { property } from '../../../support/runs.ts'

const titles = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    ...hostileTexts,
    ...[
      '..',
      '../../etc/passwd',
      '/abs',
      'C:\\x',
      'CON',
      'nul.txt',
      'com¹',
      'LPT9 .a',
      '.hidden',
      '~',
      '-rf',
      'a. . .',
      ' ',
      '',
    ],
    ...[
      'é'.normalize('NFD'),
      'é',
      'É',
      'ß',
      'SS',
      'ſ',
      'x'.repeat(10_000),
      '😀'.repeat(80),
      '👩‍👩‍👧‍👦'.repeat(20),
      '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    ],
    ...['a\u0301'.repeat(200), '[[x]]#^|', 'a/b/../c', 'a\u202egpj.md', '\u200d', '🇩🇪'],
  ),
)
const ids = fc.stringMatching(/^not_[A-Za-z0-9]{14}$/)
const note = fc.record({
  id: ids,
  title: titles,
  createdAt: fc.constantFrom(null, '2026-03-01T09:00:00Z', 'yesterday', ''),
})
const notes = fc.uniqueArray(fc.tuple(note, fc.array(titles, { maxLength: 12 })), {
  maxLength: 30,
  selector: ([{ id }]) => id,
})
const suffixes = ['.md', ' (transcript).md']

test('gives every exported note a unique path that is valid on every system', () => {
  fc.assert(
    fc.property(notes, (all) => {
      const names = createUniqueFileNames()
      const paths = all.map(([one, folders]) => names.pathOf(one, folders, suffixes))
      const again = createUniqueFileNames()
      expect(all.map(([one, folders]) => again.pathOf(one, folders, suffixes))).toEqual(paths)
      const files = paths.flatMap((path) => suffixes.map((suffix) => path + suffix))
      expect(new Set(files.map(keyOf)).size).toBe(files.length)
      const folders = new Set(files.flatMap((file) => parentsOf(keyOf(file))))
      for (const file of files) {
        expect(folders.has(keyOf(file))).toBe(false)
        expect(file.length).toBeLessThanOrEqual(200)
        for (const part of file.split('/')) expectValid(part)
      }
    }),
    property(20_000),
  )
})

test.each([
  ['Annual budget: first pass', 'Annual budget first pass'],
  ['  .. ', 'Untitled'],
  ['CON', '_CON'],
  ['a/b\\c', 'a b c'],
  ['👩‍👩‍👧‍👦 family', '👩‍👩‍👧‍👦 family'],
  ['[[x]] #tag ^id', 'x tag id'],
  ['e\u0301', 'é'],
])('the file of a note with the title %j has the name %j', (title, name) => {
  expect(safeName(title, 119)).toBe(name)
})

const keyOf = (path: string) => path.normalize('NFC').toLowerCase()
const parentsOf = (path: string) =>
  path.split('/').flatMap((_, at, parts) => (at === 0 ? [] : [parts.slice(0, at).join('/')]))

function expectValid(part: string): void {
  expect(Buffer.byteLength(part), part).toBeLessThanOrEqual(143)
  expect(part.length).toBeLessThanOrEqual(143)
  expect(part).toBe(part.normalize('NFC'))
  expect(part.isWellFormed()).toBe(true)
  expect(part).not.toMatch(/[\p{Cc}\p{Cs}\p{Cn}\p{Co}\\/:*?"<>|#^[\]\u200b\u202a-\u202e\u2066-\u2069\ufeff]/u)
  expect(part).not.toMatch(/^[\s.~-]|[\s.]$/u)
  expect(part).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i)
}
