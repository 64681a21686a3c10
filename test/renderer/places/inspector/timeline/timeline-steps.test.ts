import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TimelineStep } from '#shared/deliveries/timeline.ts'
import { formatRange } from '#ui/text/time-words.ts'
import {
  countOutcomes,
  formatCounts,
  placeOf,
  rangeOfSteps,
  stackBars,
  stepAt,
  ticksOf,
} from '../../../../../renderer/places/inspector/timeline/timeline-steps.ts'
import { property } from '../../../../support/runs.ts'

const minute = 60_000
const start = new Date(2026, 10, 21, 13, 30).getTime()
const grid = { start, stepMs: minute, steps: 60 }
const counts: TimelineStep[] = [
  [3, 12, 0, 1],
  [35, 900, 2, 0],
]

test('counts the outcomes in a range of the timeline and omits zeros', () => {
  expect(formatCounts(countOutcomes({ counts }, 0, 10))).toBe('12 delivered, 1 failed or refused')
  expect(formatCounts(countOutcomes({ counts }))).toBe('912 delivered, 2 retrying, 1 failed or refused')
  expect(formatCounts(countOutcomes({ counts }, 40, 50))).toBe('none')
})

test('converts a selection on the timeline into whole steps and back', () => {
  expect(rangeOfSteps(grid, 9, 5)).toEqual({ from: start + 5 * minute, to: start + 10 * minute })
  expect(stepAt(grid, start + 9 * minute + 59_999)).toBe(9)
  expect([stepAt(grid, start - minute), stepAt(grid, start + 99 * minute)]).toEqual([0, 59])
  expect(placeOf(grid, { from: start + 15 * minute, to: start + 30 * minute })).toEqual({
    left: 0.25,
    width: 0.25,
  })
  expect(placeOf(grid, { from: null, to: start - minute })).toBeNull()
})

test('the timeline shows a single failure among thousands of deliveries', () => {
  const [all, , delivered] = stackBars({ steps: 60, counts: [[0, 9999, 0, 1]] })
  expect((all?.[0] ?? 0) - (delivered?.[0] ?? 0)).toBeGreaterThan(300)
})

test('draws no bar of the timeline that another bar would hide completely', () => {
  fc.assert(
    fc.property(fc.tuple(fc.nat(50), fc.nat(50), fc.nat(50)), ([delivered, retried, failed]) => {
      const [all, notFailed, taken] = stackBars({ steps: 1, counts: [[0, delivered, retried, failed]] })
      expect([all?.[0] != null, notFailed?.[0] != null, taken?.[0] != null]).toEqual([
        failed > 0,
        retried > 0,
        delivered > 0,
      ])
    }),
    property(20_000),
  )
})

test('labels as many quarter hours of the timeline as fit', () => {
  const { at, isDays } = ticksOf(
    { ...grid, start: start + 5 * minute },
    4,
    new Date(start).getTimezoneOffset(),
  )
  expect({ at, isDays }).toEqual({ at: [10, 25, 40, 55], isDays: false })
})

test('shows the day of a selected range unless it is today', () => {
  expect(formatRange({ from: start, to: start + minute }, start)).toMatch(/^13:30\s–\s13:31$/)
  expect(formatRange({ from: start, to: start + minute }, start + 3 * 86_400_000)).toMatch(
    /^Nov 21, 13:30\s–\s13:31$/,
  )
})
