import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPacing } from '#core/deliveries/engine/serve-engine.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Returns how long a slice and the pause after it take. */
async function timed(paced: ReturnType<typeof createPacing>['paced'], sliceMs: number) {
  const beganMs = performance.now()
  let tookMs: number | null = null
  const done = paced(() => void vi.advanceTimersByTime(sliceMs)).then(() => {
    tookMs = performance.now() - beganMs
  })
  while (tookMs === null) await vi.advanceTimersByTimeAsync(1)
  await done
  return tookMs as number
}

test('a deletion uses at most a quarter of the time while deliveries arrive', async () => {
  const { requestCame, paced } = createPacing()
  requestCame()
  expect(await timed(paced, 20)).toBeCloseTo(80, -1)
  requestCame()
  expect(await timed(paced, 4)).toBeCloseTo(16, -1)
})

test('a deletion pauses for at most a quarter of a second after a long step', async () => {
  const { requestCame, paced } = createPacing()
  requestCame()
  expect(await timed(paced, 1_000)).toBeLessThan(1_300)
})

test('a deletion runs at full speed when no deliveries arrive', async () => {
  const { requestCame, paced } = createPacing()
  expect(await timed(paced, 20)).toBeLessThan(25)
  requestCame()
  vi.advanceTimersByTime(100)
  expect(await timed(paced, 20)).toBeLessThan(25)
  expect(await paced(() => 'what it returned')).toBe('what it returned')
})

test('a deletion removes fewer rows at a time while deliveries arrive', async () => {
  vi.useRealTimers()
  const { requestCame, pacedRows } = createPacing()
  const rows = Array.from({ length: 120 }, (_, at) => at)
  const slices: number[][] = []
  const remove = (some: readonly number[]) => {
    slices.push([...some])
    return some.length - 1
  }
  expect(await pacedRows(rows, remove)).toBe(119)
  expect(slices).toEqual([rows])

  slices.length = 0
  requestCame()
  expect(await pacedRows(rows, remove)).toBe(117)
  expect(slices.map((some) => some.length)).toEqual([50, 50, 20])
  expect(slices.flat()).toEqual(rows)
})
