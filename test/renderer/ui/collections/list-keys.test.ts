import { expect, test } from 'vitest'
import { createTypeAhead, listMove } from '#ui/collections/list-keys.ts'

const names = ['Budget', 'Board', 'All hands', 'Design', 'Diego']
const list = (active: number, taken = '') => ({
  count: names.length,
  active,
  textOf: (index: number) => names[index] ?? '',
  taken,
})
const pressed = (key: string, timeStamp: number) => ({ key, timeStamp })

test('arrow keys, J, K and page keys move within a list', () => {
  expect(['ArrowDown', 'j', 'J'].map((key) => listMove(key, 0, 5, 3))).toEqual([1, 1, 1])
  expect(['ArrowUp', 'k', 'K'].map((key) => listMove(key, 0, 5, 3))).toEqual([0, 0, 0])
  expect(['PageDown', 'PageUp', 'Home', 'End'].map((key) => listMove(key, 3, 5, 3))).toEqual([4, 0, 0, 4])
  expect(listMove('Enter', 3, 5, 3)).toBeNull()
  expect(listMove('j', -1, 0, 3)).toBeNull()
})

test('typing letters finds the row whose name begins with them', () => {
  const typeAhead = createTypeAhead()
  expect(typeAhead.find(pressed('b', 0), list(-1))).toBe(0)
  expect(typeAhead.find(pressed('o', 100), list(0))).toBe(1)
  expect(typeAhead.find(pressed('b', 2_000), list(0))).toBe(1)
  expect(typeAhead.find(pressed('z', 4_000), list(1)), 'no name begins so').toBe(-1)
})

test('a letter that is a shortcut finds rows only after another letter was typed', () => {
  const typeAhead = createTypeAhead()
  expect(typeAhead.find(pressed('d', 0), list(-1, 'd'))).toBeNull()
  expect(typeAhead.find(pressed('j', 0), list(-1))).toBeNull()
  expect(typeAhead.find(pressed('b', 0), list(-1, 'du'))).toBe(0)
  expect(typeAhead.find(pressed('u', 100), list(0, 'du'))).toBe(0)
  expect(typeAhead.find(pressed('d', 200), list(0, 'du'))).toBe(0)
})

test('keys other than letters do not search rows by name', () => {
  const typeAhead = createTypeAhead()
  for (const key of [' ', '/', '?', '*', 'Enter', 'ArrowDown'])
    expect(typeAhead.find(pressed(key, 0), list(-1)), key).toBeNull()
})
