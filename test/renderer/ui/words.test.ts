import { expect, test } from 'vitest'
import { listMove } from '#ui/collections/list-keys.ts'
import { prunedTree, type TreeNode, treeMatches, treeRows } from '#ui/collections/tree-rows.ts'
import { calendarDay, dayText } from '#ui/filters/days-chip.tsx'
import { shortName } from '#ui/text/short-name.ts'
import { duration, logTime, relativeTime, shortTime, tableTime } from '#ui/text/time-words.ts'
import { splitVisible } from '#ui/text/visible-text.tsx'

const noon = new Date(2026, 5, 15, 12).getTime()
const minute = 60_000
const hour = 60 * minute

test('the log shows seconds in recent times, even across midnight', () => {
  const at = new Date(2026, 5, 14, 23, 59, 45, 7).getTime()
  expect(logTime(at, at + 30_000)).toEqual(['23:59:45', '.007'])
  expect(logTime(at, at + 5 * hour)).toEqual(['23:59:45', '.007'])
  expect(logTime(at, at + 12 * hour)).toEqual(['Jun 14 23:59', ''])
})

test.each([
  [0, 'just now'],
  [40_000, 'just now'],
  [-40_000, 'just now'],
  [minute, '1 min ago'],
  [59 * minute, '59 min ago'],
  [2 * hour, '2 h ago'],
  [11 * hour, '11 h ago'],
  [13 * hour, 'yesterday'],
  [35 * hour, 'yesterday'],
  [37 * hour, '2 days ago'],
  [6 * 24 * hour, '6 days ago'],
  [-5 * minute, 'just now'],
  [-3 * hour, 'just now'],
])('formats a time that is %d ms ago as %s', (age, words) => {
  expect(relativeTime(noon - age, noon)).toBe(words)
})

test.each([
  [noon, /^12:00$/],
  [noon - 11 * hour, /^01:00$/],
  [noon - 13 * hour, /^Yesterday$/],
  [noon - 35 * hour, /^Yesterday$/],
  [noon - 37 * hour, /^Jun 13$/],
  [noon - 160 * 24 * hour, /^Jan 6$/],
  [noon - 170 * 24 * hour, /^Dec 27, 2025$/],
  [noon + 2 * hour, /^14:00$/],
  [noon + 13 * hour, /^Jun 16$/],
])('formats the time %d as %s in a table', (at, words) => {
  expect(tableTime(at, noon)).toMatch(words)
})

test.each([
  [noon + 2 * hour, /^14:00$/],
  [noon - 13 * hour, /^yesterday, 23:00$/],
  [noon + 13 * hour, /^tomorrow, 01:00$/],
  [noon - 37 * hour, /^Jun 13, 23:00$/],
  [noon - 170 * 24 * hour, /^Dec 27, 2025, \d\d:00$/],
])('formats the time %d as %s in a sentence', (at, words) => {
  expect(shortTime(at, noon)).toMatch(words)
})

test.each([
  [10_000, '1 min'],
  [11 * minute, '11 min'],
  [3 * hour, '3 h'],
  [24 * hour, '1 day'],
  [50 * hour, '2 days'],
])('formats a duration of %d ms as %s', (ms, words) => {
  expect(duration(ms)).toBe(words)
})

test('formats a time in the future relative to now', () => {
  expect(relativeTime(noon + 5 * minute, noon, true)).toBe('in 5 min')
  expect(relativeTime(noon + 3 * hour, noon, true)).toBe('in 3 h')
  expect(relativeTime(noon + 40 * hour, noon)).toMatch(/17/)
})

test('formats a time over a week ago with its day, and with its year if that has passed', () => {
  expect(relativeTime(noon - 7 * 24 * hour, noon)).toMatch(/8/)
  expect(relativeTime(noon - 7 * 24 * hour, noon)).not.toMatch(/2026/)
  expect(relativeTime(noon - 400 * 24 * hour, noon)).toMatch(/2025/)
})

test('truncates a long name without splitting a character', () => {
  expect(shortName('Quickstart')).toBe('Quickstart')
  expect(shortName('🎤'.repeat(80))).toBe(`${'🎤'.repeat(27)}…`)
})

test('keeps the port of a long address', () => {
  expect(shortName(`${'receiver.'.repeat(4)}test:4001`)).toBe('receiver.receiver.rece…:4001')
})

test.each([
  ['ArrowDown', -1, 0],
  ['j', 3, 4],
  ['ArrowDown', 9, 9],
  ['ArrowUp', 0, 0],
  ['k', 5, 4],
  ['PageDown', 2, 7],
  ['PageUp', 2, 0],
  ['Home', 7, 0],
  ['End', 0, 9],
  ['x', 0, null],
])('the key %s moves from row %d of ten to row %s', (key, from, to) => {
  expect(listMove(key, from, 10, 5)).toBe(to)
})

test('keys do nothing in a list without rows', () => {
  expect(listMove('End', -1, 0, 5)).toBeNull()
})

test('a date field accepts only days that exist', () => {
  expect(dayText(calendarDay('2026-02-28'))).toBe('2026-02-28')
  for (const text of ['2026-02-31', '2026-13-01', 'banana', null]) expect(calendarDay(text)).toBeNull()
})

test('a date field rejects a year that is not completely typed', () => {
  expect(dayText(calendarDay('0202-02-28'))).toBeNull()
})

const tree = [node('A', [node('A1', [node('A1a')]), node('A2')]), node('B')]

test('lists the rows of expanded tree nodes with their level and position', () => {
  const rows = treeRows(tree, (key) => key === 'A')
  expect(
    rows.map(({ node, level, position, siblings, parent, expanded }) => [
      node.key,
      level,
      position,
      siblings,
      parent,
      expanded,
    ]),
  ).toEqual([
    ['A', 1, 1, 2, null, true],
    ['A1', 2, 1, 2, 'A', false],
    ['A2', 2, 2, 2, 'A', null],
    ['B', 1, 2, 2, null, null],
  ])
})

test('finds matching tree nodes together with their ancestors', () => {
  expect([...treeMatches(tree, 'a1A')].sort()).toEqual(['A', 'A1', 'A1a'])
  expect(
    treeRows(prunedTree(tree, treeMatches(tree, 'a1A')), () => true).map(({ node }) => node.key),
  ).toEqual(['A', 'A1', 'A1a'])
})

test('walks a tree that is fifty thousand nodes deep without exhausting the stack', () => {
  let deep = node('end')
  for (let level = 0; level < 50_000; level += 1) deep = node(`n${level}`, [deep])
  expect(treeRows([deep], () => true)).toHaveLength(50_001)
  expect(treeMatches([deep], 'end').size).toBe(50_001)
})

test('shows text with accents, emoji and tabs unchanged', () => {
  for (const text of ['Zoë 👩‍👩‍👧 ❤️‍🔥 👩🏽‍🚀', 'مرحبا', 'a\tb\nc', '日本語']) {
    expect(splitVisible(text)).toEqual([{ hidden: false, text }])
  }
})

function node(key: string, children: readonly TreeNode[] = []): TreeNode {
  return { key, label: key, children }
}
