import fc from 'fast-check'
import { expect, test } from 'vitest'
import { timelineGrid } from '#shared/deliveries/timeline.ts'
import { property } from '../../support/runs.ts'

const minute = 60_000
const at = (iso: string) => Date.parse(iso)

test('divides an hour into minutes, a day into half hours and a week into steps of three hours', () => {
  const to = at('2026-11-21T14:05:30Z')
  const stepOf = (span: number) => timelineGrid(to - span, to, 62, 0).stepMs / minute
  expect([60, 24 * 60, 7 * 24 * 60].map((minutes) => stepOf(minutes * minute))).toEqual([1, 30, 180])
  expect(timelineGrid(to - 60 * minute, to, 62, 0)).toMatchObject({
    start: at('2026-11-21T13:05:00Z'),
    steps: 61,
  })
})

test('days of the timeline start at midnight, even with an offset of half an hour', () => {
  const grid = timelineGrid(at('2026-09-01T07:00:00Z'), at('2026-10-20T07:00:00Z'), 62, -330)
  expect(grid).toMatchObject({ stepMs: 24 * 60 * minute, start: at('2026-08-31T18:30:00Z') })
})

test('the timeline covers the requested time with at most the requested number of steps', () => {
  const times = fc.integer({ min: 0, max: at('2100-01-01T00:00:00Z') })
  fc.assert(
    fc.property(
      times,
      times,
      fc.integer({ min: 2, max: 400 }),
      fc.integer({ min: -840, max: 840 }),
      (a, b, most, offset) => {
        const [from, to] = a < b ? [a, b] : [b, a]
        const { start, stepMs, steps } = timelineGrid(from, to, most, offset)
        expect(steps).toBeLessThanOrEqual(most)
        expect(start).toBeLessThanOrEqual(from)
        expect(from - start).toBeLessThan(stepMs)
        expect(start + steps * stepMs).toBeGreaterThanOrEqual(to)
        expect(start % minute === 0 && stepMs % minute === 0).toBe(true)
      },
    ),
    property(20_000),
  )
})
