import { expect, test } from 'vitest'
import { day, integer, oneOf, text, typed, typedList } from '../../../renderer/frame/search-values.ts'

test('reads valid parameters of the page’s URL', () => {
  expect(text('weekly', 6)).toBe('weekly')
  expect(integer(7)).toBe(7)
  expect(oneOf('edit', ['new', 'edit'])).toBe('edit')
  expect(typedList(['a', 'b'])).toEqual(['a', 'b'])
  expect(day('2026-02-28')).toBe('2026-02-28')
})

test('keeps URL parameters of the maximum length and truncates longer ones', () => {
  const folders = Array.from({ length: 1_200 }, (_, at) => `fol_${at}`)
  expect(typedList(folders.slice(0, 101))).toHaveLength(101)
  expect(typedList(folders)).toEqual(folders.slice(0, 1_000))
  expect(typed('a'.repeat(300))).toBe('a'.repeat(300))
  expect(typed('a'.repeat(10_300))).toBe('a'.repeat(10_000))
})

test.each([
  ['a text that is too long', text('weekly', 5)],
  ['a text that is too short', text('', 5, 1)],
  ['a number instead of a text', text(7, 5)],
  ['a fraction', integer(1.5)],
  ['a number as text', integer('7')],
  ['an unknown choice', oneOf('toString', ['new', 'edit'])],
  ['a list with an invalid name', typedList(['a', 7])],
  ['a list with a name that is too long', typedList(['a', 'b'.repeat(257)])],
  ['a name instead of a list', typedList('ab')],
  ['31 February', day('2026-02-31')],
  ['a thirteenth month', day('2026-13-01')],
  ['a time', day('2026-02-28T10:00:00Z')],
])('ignores URL parameters with invalid values: %s', (_what, value) => {
  expect(value).toBeUndefined()
})
