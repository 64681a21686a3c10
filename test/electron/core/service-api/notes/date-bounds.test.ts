import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { widened } from '#core/service-api/notes/date-bounds.ts'
import { withinDays } from '#shared/notes/days.ts'
import { property } from '../../../../support/runs.ts'

const zone = process.env.TZ
beforeAll(() => {
  process.env.TZ = 'Pacific/Kiritimati'
})
afterAll(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const note = (createdAt: string | null, updatedAt: string | null = null) => ({
  id: 'not_1',
  title: '',
  owner: null,
  createdAt,
  updatedAt,
})

test('requests notes from a day earlier to a day later than the date filter', () => {
  expect(
    widened({
      folderId: 'f',
      createdAfter: '2026-03-01',
      createdBefore: '2024-02-28',
      updatedAfter: '2026-01-01',
    }),
  ).toEqual({
    folderId: 'f',
    createdAfter: '2026-02-28',
    createdBefore: '2024-02-29',
    updatedAfter: '2025-12-31',
  })
  expect(widened({ createdAfter: '2026-99-99', updatedAfter: '0000-01-01' })).toEqual({
    createdAfter: '2026-99-99',
    updatedAfter: '0000-01-01',
  })
})

test('filters notes by days in the local time zone', () => {
  // The time zone is 14 hours ahead, so its day has begun while UTC is still on the previous day.
  expect(withinDays(note('2026-03-01T10:30:00Z'), { createdAfter: '2026-03-01' })).toBe(true)
  expect(withinDays(note('2026-03-01T09:30:00Z'), { createdAfter: '2026-03-01' })).toBe(false)
  expect(withinDays(note('2026-03-01T10:30:00Z'), { createdBefore: '2026-03-02' })).toBe(false)
  expect(withinDays(note(null, '2026-03-01T09:30:00Z'), { updatedAfter: '2026-03-01' })).toBe(false)
  expect(withinDays(note(null), { createdAfter: '2026-03-01', updatedAfter: '2026-03-01' })).toBe(true)
})

test('finds all notes of the selected days, however the service interprets dates', () => {
  const day = fc
    .integer({ min: 0, max: 1000 })
    .map((n) => new Date(Date.UTC(2025, 0, n)).toISOString().slice(0, 10))
  const time = fc
    .integer({ min: 0, max: 1000 * 1440 })
    .map((n) => new Date(Date.UTC(2025, 0, 1, 0, n)).toISOString())
  fc.assert(
    fc.property(day, time, (bound, createdAt) => {
      const utcDay = createdAt.slice(0, 10)
      const after = { createdAfter: bound }
      const before = { createdBefore: bound }
      // The strictest interpretation of a date bound: whole UTC days, without the bound itself.
      if (withinDays(note(createdAt), after)) expect(utcDay > (widened(after).createdAfter ?? '')).toBe(true)
      if (withinDays(note(createdAt), before))
        expect(utcDay < (widened(before).createdBefore ?? '')).toBe(true)
    }),
    property(200_000),
  )
})
