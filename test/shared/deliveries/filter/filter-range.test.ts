import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { rangeOf, withRange } from '#shared/deliveries/filter/filter-range.ts'
import { property } from '../../../support/runs.ts'

const minute = 60_000

test('replaces only the time range in a filter', () => {
  const from = new Date(2026, 10, 21, 14, 5).getTime()
  const text = withRange(
    'type:note.edited  after:2026-11-01 "quarterly: after:2020-01-01" -before:2026-01-01',
    {
      from,
      to: from + 3 * minute,
    },
  )
  expect(text).toBe(
    'type:note.edited "quarterly: after:2020-01-01" after:2026-11-21T14:05 before:2026-11-21T14:08',
  )
  expect(withRange(text, null)).toBe('type:note.edited "quarterly: after:2020-01-01"')
})

test('returns no range for a filter that lacks a complete time', () => {
  expect(rangeOf('type:note.edited')).toBeNull()
  expect(rangeOf('after:2026')).toBeNull()
  expect(rangeOf('after:2026-11-21T14:05')).toEqual({
    from: new Date(2026, 10, 21, 14, 5).getTime(),
    to: null,
  })
})

test('reads back the range written to a filter, at any hour of the year', () => {
  const minutes = fc.integer({ min: Date.UTC(2024, 0) / minute, max: Date.UTC(2040, 0) / minute })
  fc.assert(
    fc.property(minutes, fc.integer({ min: 1, max: 100_000 }), (start, long) => {
      const range = { from: start * minute, to: (start + long) * minute }
      expect(rangeOf(withRange('budget attempt:>1', range))).toEqual(range)
      expect(parseDeliveryFilter(withRange('budget attempt:>1', range)).attempts.all).toHaveLength(1)
    }),
    property(20_000),
  )
})
