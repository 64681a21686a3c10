import { expect, test } from 'vitest'
import {
  base64OfText,
  formatted,
  isJsonObject,
  readBody,
  withChangedFields,
  withField,
} from '../../../../../renderer/nouns/receivers/compose/body-text.ts'

const odd = '{"n":12345678901234567890,"v":1.0,"n2":1,"n2":2,"s":"\\u003d"}'

test('formats a composed body without changing numbers, duplicate names or escapes', () => {
  expect(formatted(odd)).toBe(
    '{\n  "n": 12345678901234567890,\n  "v": 1.0,\n  "n2": 1,\n  "n2": 2,\n  "s": "\\u003d"\n}',
  )
  expect(formatted('{"n":')).toBe('{"n":')
})

test('adds a field to a composed body without changing the rest', () => {
  expect(withField(odd, 'note_id', 'not_1')).toBe(`${odd.slice(0, -1)},"note_id": "not_1"}`)
  expect(withChangedFields(odd, ['title'])).toBe(`${odd.slice(0, -1)},"data": {"changed_fields": ["title"]}}`)
})

test('keeps the byte order mark of a composed body that is edited', () => {
  const marked = `\ufeff${odd}`
  expect(readBody(marked)).toEqual(readBody(odd))
  expect(formatted(marked)).toBe(`\ufeff${formatted(odd)}`)
  expect(withField(marked, 'note_id', 'not_1')).toBe(`\ufeff${withField(odd, 'note_id', 'not_1')}`)
  expect(withChangedFields(marked, ['title'])).toBe(`\ufeff${withChangedFields(odd, ['title'])}`)
  expect(isJsonObject(base64OfText(marked))).toBe(true)
})
