import { expect, test } from 'vitest'
import { createPacer, type Lane, type Pace, readingPace } from '#core/service-api/requests/pacing.ts'
import { AppError } from '#shared/errors.ts'
import { steppedTime } from '../../../../support/platform/stepped-time.ts'

function gateWith(first: Pace = { burst: 25, perSecond: 5 }) {
  const time = steppedTime()
  let pace = first
  const waits: (string | null)[] = []
  const changeWaits: boolean[] = []
  /** Advances the clock only once every permitted request has started. */
  const sleep = async (ms: number, signal?: AbortSignal) => {
    await settled()
    await time.sleep(ms, signal)
  }
  const pacer = createPacer({ clock: time.clock, sleep, random: () => 0 })
  const gate = pacer.gate({
    pace: () => pace,
    onWaiting(until, waiting) {
      waits.push(until?.toISOString() ?? null)
      changeWaits.push(waiting)
    },
  })
  const enterOn = async (lane: Lane, door = gate) => {
    await door.enter(lane)
    return time.clock.monotonicMs()
  }
  const enter = () => enterOn('change')
  const read = () => enterOn('read')
  const another = () => pacer.gate({ pace: () => pace, onWaiting: () => {} })
  const setPace = (next: Pace) => {
    pace = next
  }
  return { time, gate, waits, changeWaits, enter, enterOn, read, another, setPace }
}

test('sends 25 requests immediately, and at most 25 more within 5.2 s', async () => {
  const { enter } = gateWith()
  const starts = await Promise.all(Array.from({ length: 80 }, enter))
  expect(starts.filter((start) => start === 0)).toHaveLength(25)
  for (const [index, start] of starts.entries()) {
    const twentyFiveLater = starts[index + 25]
    if (twentyFiveLater !== undefined) expect(twentyFiveLater - start).toBeGreaterThanOrEqual(5200)
  }
  expect(starts.at(-1)).toBeLessThanOrEqual(16_000)
})

test('reserves the last two requests of a burst for changes', async () => {
  const { read, enter } = gateWith()
  const reads = Array.from({ length: 60 }, read)
  await reads[22]
  const changes = await Promise.all([enter(), enter(), enter()])
  const starts = await Promise.all(reads)
  expect(starts.filter((start) => start === 0)).toHaveLength(23)
  // 25 requests were sent before the third change, so that change has to wait, but it is sent before any other request.
  expect(changes.map((start) => start < 5000)).toEqual([true, true, false])
  expect(starts.filter((start) => start < (changes[2] ?? 0))).toHaveLength(23)
})

test.each([1, 2, 9])('sends a change before queued reads after a burst of %i', async (burst) => {
  const { read, enter } = gateWith({ burst, perSecond: burst })
  const reads = Array.from({ length: burst + 3 }, read)
  await reads[burst - 1]
  const change = await enter()
  const starts = await Promise.all(reads)
  expect(starts.filter((start) => start === 0)).toHaveLength(burst)
  expect(starts.filter((start) => start < change)).toHaveLength(burst)
})

test('reads use nearly the whole rate limit if there are no changes', async () => {
  const pace = { burst: 25, perSecond: 5 }
  const { read } = gateWith(pace)
  const starts = await Promise.all(Array.from({ length: 230 }, read))
  const { burst, perSecond } = readingPace(pace)
  expect((1000 * (230 - burst)) / Math.max(...starts)).toBeCloseTo(perSecond)
  expect(perSecond / pace.perSecond).toBeGreaterThan(0.85)
})

test('a changed rate limit applies to the next request', async () => {
  const { enter, setPace } = gateWith({ burst: 1, perSecond: 1 })
  expect([await enter(), await enter()]).toEqual([0, 1050])
  setPace({ burst: 1, perSecond: 10 })
  expect(await enter()).toBe(1155)
})

test('all API keys share the request count and the pause of an origin', async () => {
  const { enter, enterOn, another, gate, waits, changeWaits } = gateWith({ burst: 1, perSecond: 1 })
  const other = another()
  expect([await enter(), await enterOn('read', other), await enter()]).toEqual([0, 1050, 2100])
  other.closeFor(20_000)
  expect(waits.at(-1)).toBe('2026-03-02T09:00:22.100Z')
  expect(changeWaits.at(-1)).toBe(false)
  expect(await enter()).toBe(22_100)
  // A rejected key and the end of one gate don't affect the others.
  other.rejectKey(new AppError('key-rejected', 'No.'))
  other.end()
  await gate.enter('read')
})

test('a test request is sent during a pause, and its response ends the pause', async () => {
  const { gate, enterOn, read, waits } = gateWith()
  gate.closeFor(900_000)
  const waiting = read()
  expect(await enterOn('probe')).toBe(0)
  expect(waits).toEqual(['2026-03-02T09:15:00.000Z'])
  gate.opened('probe')
  expect(await waiting).toBe(0)
  expect(waits).toEqual(['2026-03-02T09:15:00.000Z', null])
})

test('sends no request until the time that a 429 response names', async () => {
  const { gate, enter, waits } = gateWith()
  expect(gate.closeFor(20_000)).toBe(20_000)
  expect(await Promise.all([enter(), enter()])).toEqual([20_000, 20_000])
  expect([...new Set(waits)]).toEqual(['2026-03-02T09:00:20.000Z', null])
})

test('a change that the user stops while it waits is never sent', async () => {
  const time = steppedTime()
  const told: (boolean | null)[] = []
  const gate = createPacer({ clock: time.clock, sleep: forEver }).gate({
    pace: () => ({ burst: 25, perSecond: 5 }),
    onWaiting: (until, changeWaits) => told.push(until && changeWaits),
  })
  gate.closeFor(60_000)
  const read = gate.enter('read')
  const changes = [gate.enter('change'), gate.enter('change')]
  await settled()
  expect(told.at(-1)).toBe(true)
  gate.stopChanges()
  for (const change of changes) {
    await expect(change).rejects.toMatchObject({
      code: 'canceled',
      message: expect.stringContaining('before it was sent'),
    })
  }
  await settled()
  expect(told).toEqual([false, true, false])
  time.advance(60_000)
  gate.opened('probe')
  await read
})

test('the countdown of a pause ends even if no request is waiting', async () => {
  const { gate, waits } = gateWith()
  gate.closeFor(3000)
  await settled()
  expect(waits.at(-1)).toBeNull()
})

test('doubles the pause after each 429 without a time, until a request succeeds', () => {
  const { gate } = gateWith()
  expect([gate.closeFor(null), gate.closeFor(null), gate.closeFor(null)]).toEqual([1000, 2000, 4000])
  gate.opened('read')
  expect(gate.closeFor(null)).toBe(1000)
})

test('fails all requests after the API key was rejected, until a new key is set', async () => {
  const time = steppedTime()
  const gate = createPacer({ clock: time.clock, sleep: forEver }).gate({
    pace: () => ({ burst: 1, perSecond: 0.01 }),
    onWaiting: () => {},
  })
  await gate.enter('read')
  const waiting = gate.enter('read')
  await settled()
  gate.rejectKey(new AppError('key-rejected', 'No.'))
  await expect(waiting).rejects.toMatchObject({ code: 'key-rejected' })
  await expect(gate.enter('read')).rejects.toMatchObject({ code: 'key-rejected' })
  gate.reset()
  time.advance(1_000_000)
  await gate.enter('read')
})

test('a canceled request fails immediately and does not delay others', async () => {
  const { gate, enter } = gateWith({ burst: 1, perSecond: 1 })
  await enter()
  const controller = new AbortController()
  const given = gate.enter('change', controller.signal)
  const next = enter()
  controller.abort()
  await expect(given).rejects.toMatchObject({ code: 'canceled' })
  expect(await next).toBeLessThanOrEqual(1050)
})

test('closing a workspace’s connection cancels all its waiting requests', async () => {
  const { gate, enter } = gateWith({ burst: 1, perSecond: 1 })
  await enter()
  gate.end()
  await expect(gate.enter('change')).rejects.toMatchObject({ code: 'canceled' })
})

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

const forEver = (_ms: number, signal?: AbortSignal) =>
  new Promise<void>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('woken')))
  })
