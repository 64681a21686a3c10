import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, csvLine } from '#core/exports/csv.ts'
import { property } from '../../../support/runs.ts'

/** Parses CSV by the grammar of RFC 4180, independently of the app's code. */
function parse(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (at += 1; ; at += 1) {
        if (at >= text.length) throw new Error('A quoted cell has no end.')
        if (text[at] !== '"') cell += text[at]
        else if (text[at + 1] === '"') {
          cell += '"'
          at += 1
        } else break
      }
      at += 1
    } else {
      for (; at < text.length && text[at] !== ',' && text[at] !== '\r' && text[at] !== '\n'; at += 1) {
        if (text[at] === '"') throw new Error('A quote inside a cell without quotes.')
        cell += text[at]
      }
    }
    record.push(cell)
    if (text[at] === ',') {
      at += 1
      if (at === text.length) record.push('')
    } else {
      if (text.slice(at, at + 2) !== '\r\n')
        throw new Error(`A record ends with ${JSON.stringify(text[at])}.`)
      at += 2
      records.push(record)
      record = []
    }
  }
  return records
}

const cell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc
    .array(
      fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '\t',
        '\r',
        '\n',
        '"',
        ',',
        ' ',
        "'",
        'a',
        '＝',
        '1',
        '|',
        ';',
        'é',
        '会',
      ),
      {
        maxLength: 8,
      },
    )
    .map((signs) => signs.join('')),
)

test('removes control characters and defuses formulas in CSV cells, but keeps all other text', () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 5 }), (records) => {
      const read = parse(records.map(csvLine).join(''))
      expect(read).toHaveLength(records.length)
      for (const [line, cells] of records.entries()) {
        expect(read[line]).toHaveLength(cells.length)
        for (const [at, text] of cells.entries()) {
          const back = read[line]?.[at] ?? ''
          expect(back).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/u)
          // No part of a cell is a formula either, because some programs also split cells at other separators.
          for (const piece of back.split(/[;\t\r\n]/u).slice(1))
            expect(piece).not.toMatch(/^"*[=+\-@＝＋－＠]/u)
          expect(back).not.toMatch(controls)
          const plain = text.replaceAll(new RegExp(controls, 'g'), '')
          expect(withoutApostrophes(back, plain)).toBe(plain)
        }
      }
    }),
    property(200_000),
  )
})

// biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal obeys
const controls = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/

/** Removes apostrophes from `back` that `text` doesn't have at the same position. */
function withoutApostrophes(back: string, text: string): string {
  let left = ''
  for (const sign of back) if (sign !== "'" || text[left.length] === "'") left += sign
  return left
}

test.each([
  ['a;=1+1', "a;'=1+1"],
  ['a\t@SUM(1)', "a\t'@SUM(1)"],
  ['a;"=1"', `"a;'""=1"""`],
  ['a\n-1', `"a\n'-1"`],
  ['a; b', 'a; b'],
  ['=HYPERLINK("https://example.com")', `"'=HYPERLINK(""https://example.com"")"`],
  ['-1', "'-1"],
  ['a,b', '"a,b"'],
  [' padded', '" padded"'],
  ['\u001b[31mred\u0007', '[31mred'],
  ['\u0007=1+1', "'=1+1"],
  ['plain', 'plain'],
  ['', ''],
])('writes the CSV cell %s', (text, written) => {
  expect(csvCell(text)).toBe(written)
})
