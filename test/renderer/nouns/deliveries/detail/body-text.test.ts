import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payload } from '../../../../../renderer/nouns/deliveries/copy.ts'
import { hexDump, readBodyText } from '../../../../../renderer/nouns/deliveries/detail/body-text.ts'
import { property } from '../../../../support/runs.ts'

test('formats a JSON body by changing only the white space between tokens', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      const { json } = read(text)
      expect(JSON.parse(json ?? '')).toEqual(JSON.parse(text))
    }),
    property(),
  )
})

test('keeps duplicate keys and all digits of numbers in a formatted body', () => {
  expect(read('{"a":12345678901234567890.10,"a":[ ],"b":{ }}').json).toBe(
    '{\n  "a": 12345678901234567890.10,\n  "a": [],\n  "b": {}\n}',
  )
})

test('keeps only short lists of values on one line of a formatted body', () => {
  expect(read('{"changed_fields":["summary","ti,tle]"],"n":[1,\n2 ]}').json).toBe(
    '{\n  "changed_fields": ["summary", "ti,tle]"],\n  "n": [1, 2]\n}',
  )
  expect(read('[[1],{"a":2}]').json).toBe('[\n  [1],\n  {\n    "a": 2\n  }\n]')
  const long = JSON.stringify(['a'.repeat(40), 'b'.repeat(40)])
  expect(read(long).json).toBe(`[\n  "${'a'.repeat(40)}",\n  "${'b'.repeat(40)}"\n]`)
})

test('does not format JSON bodies that are nested deeper than 64 levels', () => {
  const deep = '['.repeat(120_000) + ']'.repeat(120_000)
  expect(read(deep)).toMatchObject({ text: deep, json: null })
  expect(read(`${'['.repeat(64)}${']'.repeat(64)}`).json).not.toBeNull()
  expect(read(`${'['.repeat(65)}${']'.repeat(65)}`).json).toBeNull()
})

test('explains why a JSON body is not formatted', () => {
  const sentence = payload.tooLargeToFormat(100_000, 64)
  expect(read(JSON.stringify('x'.repeat(100_000))).whyNot).toBe(sentence)
  expect(read(`${'['.repeat(65)}${']'.repeat(65)}`).whyNot).toBe(sentence)
  for (const text of ['{"a":1}', 'x'.repeat(100_001), '{"a":']) expect(read(text).whyNot).toBeNull()
})

test('returns no text for a body that is not valid UTF-8', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const body = readBodyText(Buffer.from(bytes).toString('base64'))
      expect([...body.bytes]).toEqual([...bytes])
      if (body.text !== null) expect(Buffer.from(body.text)).toEqual(Buffer.from(bytes))
    }),
    property(),
  )
  expect(readBodyText(Buffer.from([0xff, 0xfe]).toString('base64')).text).toBeNull()
})

test('shows a binary body as sixteen bytes a line with their printable characters', () => {
  expect(hexDump(new TextEncoder().encode('0123456789abcdefXY\n'))).toBe(
    [
      '000000  30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66  0123456789abcdef',
      '000010  58 59 0a                                         XY.',
    ].join('\n'),
  )
})

function read(text: string) {
  return readBodyText(Buffer.from(text).toString('base64'))
}

test('reads the text of a body that begins with a byte order mark', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const marked = read(`\ufeff${text}`)
      expect(marked.json).toBe(read(text).json)
      expect(marked.text).toBe(`\ufeff${text}`)
      expect([...marked.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    }),
    property(),
  )
})
