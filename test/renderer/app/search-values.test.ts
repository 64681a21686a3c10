import { expect, test } from 'vitest'
import { day, oneOf, text, texts, whole } from '../../../renderer/app/search-values.ts'

test('reads out of an address what can be meant', () => {
  expect(text('weekly', 6)).toBe('weekly')
  expect(whole(7)).toBe(7)
  expect(oneOf('edit', ['new', 'edit'])).toBe('edit')
  expect(texts(['a', 'b'], 2, 1)).toEqual(['a', 'b'])
  expect(day('2026-02-28')).toBe('2026-02-28')
})

test.each([
  ['a text that is too long', text('weekly', 5)],
  ['a text that is too short', text('', 5, 1)],
  ['a number for a text', text(7, 5)],
  ['half a number', whole(1.5)],
  ['a number in words', whole('7')],
  ['a choice that there is not', oneOf('toString', ['new', 'edit'])],
  ['one odd name among others', texts(['a', 7], 5, 5)],
  ['more names than there may be', texts(['a', 'b'], 1, 5)],
  ['a name for names', texts('ab', 5, 5)],
  ['31 February', day('2026-02-31')],
  ['a month 13', day('2026-13-01')],
  ['a time', day('2026-02-28T10:00:00Z')],
])('takes %s for nothing', (_what, value) => {
  expect(value).toBeUndefined()
})
