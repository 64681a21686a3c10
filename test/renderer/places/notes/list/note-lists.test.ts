import { parseDate } from '@internationalized/date'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withinDays } from '#shared/notes/days.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import { createdPresets, updatedPresets } from '../../../../../renderer/places/notes/filter/note-presets.ts'
import { columnsFor } from '../../../../../renderer/places/notes/table/note-columns.ts'
import { filterAndSort, nextSort } from '../../../../../renderer/places/notes/table/note-sorting.ts'

const note = (id: string, fields: Partial<NoteListItem> = {}): NoteListItem => ({
  id,
  title: '',
  owner: null,
  createdAt: null,
  updatedAt: null,
  ...fields,
})
const ids = (notes: readonly NoteListItem[]) => notes.map(({ id }) => id).join('')

test('each click on a column changes its sort order', () => {
  expect(nextSort(undefined, 'title')).toBe('title')
  expect(nextSort('title', 'title')).toBe('-title')
  expect(nextSort('-title', 'title')).toBe('-updated')
  expect(nextSort('title', 'updated')).toBe('-updated')
  expect(nextSort('-updated', 'updated')).toBe('updated')
  expect(nextSort('updated', 'updated')).toBe('-updated')
})

test('sorts notes ignoring case and accents, with missing times last', () => {
  const notes = [
    note('a', { title: 'zoo', updatedAt: '2026-01-02T00:00:00Z' }),
    note('b', { title: 'Émile' }),
    note('c', { title: 'apple', updatedAt: '2026-01-01T00:00:00Z' }),
  ]
  expect(ids(filterAndSort(notes, { sort: 'title' }))).toBe('cba')
  expect(ids(filterAndSort(notes, { sort: '-title' }))).toBe('abc')
  expect(ids(filterAndSort(notes, { sort: 'updated' }))).toBe('cab')
  expect(ids(filterAndSort(notes, { sort: '-updated' }))).toBe('acb')
  expect(filterAndSort(notes, {})).toBe(notes)
})

test('keeps the order of notes with the same title', () => {
  const some = fc.array(fc.record({ title: fc.constantFrom('a', 'B', 'é', ''), at: fc.nat() }))
  fc.assert(
    fc.property(some, (parts) => {
      const notes = parts.map(({ title }, index) => note(String(index), { title }))
      const shown = filterAndSort(notes, { sort: 'title' })
      expect([...shown].sort((a, b) => Number(a.id) - Number(b.id))).toEqual(notes)
      for (const [at, one] of shown.entries()) {
        const next = shown[at + 1]
        if (next?.title === one.title) expect(Number(one.id)).toBeLessThan(Number(next.id))
      }
    }),
  )
})

test('finds notes that contain all words in any order', () => {
  const notes = [
    note('a', { title: 'Annual Büdget', owner: { name: 'Åsa Öberg', email: 'asa@example.com' } }),
    note('b', { title: 'Budget', owner: { name: 'Bo', email: '' } }),
  ]
  expect(ids(filterAndSort(notes, { title: 'budg ann' }))).toBe('a')
  expect(ids(filterAndSort(notes, { title: 'budget', owner: 'asa@' }))).toBe('a')
  expect(ids(filterAndSort(notes, { owner: 'oberg bo' }))).toBe('')
})

test('a preset date range starts and ends on the right days', () => {
  const now = parseDate('2026-03-09')
  const held = (label: string) => {
    const days = createdPresets(now).find((preset) => preset.label === label)?.days
    return Array.from({ length: 80 }, (_, back) => now.subtract({ days: back }))
      .filter((day) =>
        withinDays(note('a', { createdAt: new Date(`${day.toString()}T12:00:00`).toISOString() }), {
          ...(days?.after == null ? {} : { createdAfter: days.after }),
          ...(days?.before == null ? {} : { createdBefore: days.before }),
        }),
      )
      .map(String)
  }
  expect(held('Today')).toEqual(['2026-03-09'])
  expect(held('Yesterday')).toEqual(['2026-03-08'])
  expect(held('Last 7 days')).toHaveLength(7)
  expect(held('Last 30 days')).toHaveLength(30)
  expect(held('This month').at(-1)).toBe('2026-03-01')
  expect([held('Last month')[0], held('Last month').at(-1)]).toEqual(['2026-02-28', '2026-02-01'])
  expect(updatedPresets(now).map(({ label }) => label)).not.toContain('Last month')
})

test('hides columns of the list one by one as its width shrinks', () => {
  const shown = (width: number) => columnsFor(width).map(({ id }) => id)
  expect(shown(200)).toEqual(['title'])
  expect(shown(300)).toEqual(['title', 'updated'])
  expect(shown(399)).toEqual(['title', 'updated'])
  expect(shown(432)).toEqual(['title', 'owner', 'updated'])
  expect(shown(480)).toEqual(['title', 'owner', 'updated', 'events'])
  expect(shown(700)).toEqual(['title', 'folder', 'owner', 'updated', 'events'])
  expect(shown(1000)).toEqual(['title', 'folder', 'owner', 'created', 'updated', 'events'])
})
