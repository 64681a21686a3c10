import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backoffMs, readRetryAfter } from '#core/service-api/requests/retry-after.ts'
import { property } from '../../../../support/runs.ts'

const now = new Date('2026-03-02T09:00:00Z')

test.each([
  ['2', 2_000],
  [' 2 ', 2_000],
  ['0', 1_000],
  ['-1', null],
  ['1.5', null],
  ['abc', null],
  ['', null],
  ['99999999', 900_000],
  ['9'.repeat(400), 900_000],
  ['Mon, 02 Mar 2026 09:00:07 GMT', 7_000],
  ['Mon, 02 Mar 2026 08:59:00 GMT', 1_000],
  ['Mon, 02 Mar 2027 09:00:00 GMT', 900_000],
  ['Monday, 02-Mar-26 09:00:07 GMT', 7_000],
  ['Mon Foo 99', null],
  ['Mon, 99 Xyz 2026 09:00:07 GMT', null],
  ['2026-03-02T09:00:07Z', null],
])('reads the Retry-After header «%s»', (header, ms) => {
  expect(readRetryAfter(header, now)).toBe(ms)
})

test('reads any Retry-After header as a wait of one second to fifteen minutes, or as none', () => {
  const almostDates = fc.date({ noInvalidDate: true }).map((date) => date.toUTCString())
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.bigInt().map(String), almostDates),
      (header) => {
        const ms = readRetryAfter(header, now)
        expect(ms === null || (ms >= 1_000 && ms <= 900_000)).toBe(true)
      },
    ),
    property(500_000),
  )
})

test('doubles the pause between retries up to 60 s, and shortens each by up to half at random', () => {
  expect([1, 2, 3, 4, 7, 50].map((attempt) => backoffMs(attempt, () => 0))).toEqual([
    1000, 2000, 4000, 8000, 60000, 60000,
  ])
  expect(backoffMs(3, () => 0.999_999)).toBe(2000)
})
