import { expect, test } from 'vitest'
import { createGate, type Pace } from '../../../../electron/core/api/pacing.ts'
import { AppError } from '../../../../shared/errors.ts'
import { steppedTime } from '../../../support/stepped-time.ts'

function gateWith(first: Pace = { burst: 25, perSecond: 5 }) {
  const time = steppedTime()
  let pace = first
  const waits: (string | null)[] = []
  const gate = createGate({
    pace: () => pace,
    clock: time.clock,
    sleep: time.sleep,
    random: () => 0,
    onWaiting: (until) => waits.push(until?.toISOString() ?? null),
  })
  const enter = async () => {
    await gate.enter()
    return time.clock.monotonicMs()
  }
  const setPace = (next: Pace) => {
    pace = next
  }
  return { time, gate, waits, enter, setPace }
}

test('lets 25 in at once and never more than 25 in any 5 s', async () => {
  const { enter } = gateWith()
  const starts = await Promise.all(Array.from({ length: 80 }, enter))
  expect(starts.filter((start) => start === 0)).toHaveLength(25)
  for (const [index, start] of starts.entries()) {
    const twentyFiveLater = starts[index + 25]
    if (twentyFiveLater !== undefined) expect(twentyFiveLater - start).toBeGreaterThanOrEqual(5000)
  }
  expect(starts.at(-1)).toBe(15_000)
})

test('a changed pace holds at the next turn', async () => {
  const { enter, setPace } = gateWith({ burst: 1, perSecond: 1 })
  expect([await enter(), await enter()]).toEqual([0, 1000])
  setPace({ burst: 1, perSecond: 10 })
  expect(await enter()).toBe(1100)
})

test('a 429 holds everybody back until its time, and says until when', async () => {
  const { gate, enter, waits } = gateWith()
  expect(gate.closeFor(20_000)).toBe(20_000)
  expect(await Promise.all([enter(), enter()])).toEqual([20_000, 20_000])
  expect(waits).toEqual(['2026-03-02T09:00:20.000Z', null])
})

test('the countdown ends also when nobody waits', async () => {
  const { gate, waits } = gateWith()
  gate.closeFor(3000)
  await new Promise((resolve) => setImmediate(resolve))
  expect(waits.at(-1)).toBeNull()
})

test('a 429 without a time closes for a growing while, which begins small again after a success', () => {
  const { gate } = gateWith()
  expect([gate.closeFor(null), gate.closeFor(null), gate.closeFor(null)]).toEqual([1000, 2000, 4000])
  gate.opened()
  expect(gate.closeFor(null)).toBe(1000)
})

test('after a rejected key those who wait and those who come fail at once, until it is reset', async () => {
  const sleeping = Promise.withResolvers<void>()
  const time = steppedTime()
  const gate = createGate({
    pace: () => ({ burst: 1, perSecond: 0.01 }),
    clock: time.clock,
    // Sleeps for ever unless woken.
    sleep: (_ms, signal) =>
      new Promise((_resolve, reject) => {
        sleeping.resolve()
        signal?.addEventListener('abort', () => reject(new Error('woken')))
      }),
    onWaiting: () => {},
  })
  await gate.enter()
  const waiting = gate.enter()
  await sleeping.promise
  gate.rejectKey(new AppError('key-rejected', 'No.'))
  await expect(waiting).rejects.toMatchObject({ code: 'key-rejected' })
  await expect(gate.enter()).rejects.toMatchObject({ code: 'key-rejected' })
  gate.reset()
  time.advance(1_000_000)
  await gate.enter()
})

test('who gives up waiting hears it at once and does not hold up the others', async () => {
  const { gate, enter } = gateWith({ burst: 1, perSecond: 1 })
  await enter()
  const controller = new AbortController()
  const given = gate.enter(controller.signal)
  const next = enter()
  controller.abort()
  await expect(given).rejects.toMatchObject({ code: 'cancelled' })
  expect(await next).toBeLessThanOrEqual(1000)
})

test('an ended gate cancels everybody', async () => {
  const { gate, enter } = gateWith({ burst: 1, perSecond: 1 })
  await enter()
  gate.end()
  await expect(gate.enter()).rejects.toMatchObject({ code: 'cancelled' })
})
