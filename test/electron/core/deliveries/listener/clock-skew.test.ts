import { afterEach, describe, expect, test } from 'vitest'
import {
  openTestDeliveryEngine,
  type TestDeliveryEngine,
} from '../../../../support/deliveries/open-delivery-engine.ts'
import { exchange } from '../../../../support/deliveries/raw-http.ts'
import { otherSecret, rawRequest, signDelivery } from '../../../../support/deliveries/signed-delivery.ts'

// This computer's clock is wrong or jumps. The sender's clock is right, and the sender signs every attempt again.

const minutes = 60_000
let aheadMs = 0
let app: TestDeliveryEngine
afterEach(() => app.close())

async function open(aheadAtFirst: number, serviceAheadSeconds?: () => number | null) {
  aheadMs = aheadAtFirst
  app = await openTestDeliveryEngine({
    clock: { now: () => new Date(Date.now() + aheadMs), monotonicMs: () => performance.now() },
    ...(serviceAheadSeconds ? { serviceAheadSeconds } : {}),
  })
  return app.addPath('clock')
}

const deliver = async (path: string, delivery = signDelivery()) =>
  (await exchange(app.port, rawRequest(path, delivery))).responses[0]?.status
const told = () => {
  const status = app.status()
  return status.state === 'listening' ? status.clock : null
}

describe.each([
  ['20 minutes ahead', 20 * minutes],
  ['20 minutes behind', -20 * minutes],
])('a clock that is %s', (words, off) => {
  test('answers 503 to deliveries until the clock is correct, then stores each of them', async () => {
    const path = await open(off)
    const ids = Array.from({ length: 8 }, (_, at) => `evt_clock_${at}`)
    for (const id of ids) expect(await deliver(path, signDelivery({ id }))).toBe(503)
    expect(told()).toContain(words)

    aheadMs = 0
    for (const id of ids) expect(await deliver(path, signDelivery({ id }))).toBe(200)
    expect(app.database.sql.prepare('SELECT count(*) AS n FROM deliveries WHERE verified = 1').get()).toEqual(
      {
        n: 8,
      },
    )
  })

  test('rejects a forged delivery', async () => {
    const path = await open(off)
    expect(await deliver(path, signDelivery({ secret: otherSecret }))).toBe(401)
  })
})

test('the clock warning ends once deliveries have current timestamps again', async () => {
  const path = await open(20 * minutes)
  for (let at = 0; at < 6; at++) await deliver(path)
  expect(told()).not.toBeNull()
  aheadMs = 0
  for (let at = 0; at < 12; at++) await deliver(path)
  expect(told()).toBeNull()
  expect(app.events.filter(({ name }) => name === 'listener.changed').length).toBeLessThanOrEqual(3)
})

test('old requests cause no clock warning if the service’s time equals the clock', async () => {
  const path = await open(0, () => 0)
  const hourAgo = Math.floor(Date.now() / 1000) - 3600
  for (let at = 0; at < 30; at++) expect(await deliver(path, signDelivery({ timestamp: hourAgo }))).toBe(503)
  expect(told()).toBeNull()
})

test('a repeated old request counts only once for the clock warning', async () => {
  const path = await open(0)
  const captured = signDelivery({ timestamp: Math.floor(Date.now() / 1000) - 3600 })
  for (let at = 0; at < 30; at++) expect(await deliver(path, captured)).toBe(503)
  expect(told()).toBeNull()
})

test('detects a wrong clock from the service’s time alone, without deliveries', async () => {
  const path = await open(0, () => 7200)
  await deliver(path)
  expect(told()).toContain('2 hours behind')
})

test('lists deliveries in order of arrival even if the clock jumps', async () => {
  const path = await open(0)
  const jumps = [0, 60 * minutes, -60 * minutes, 0]
  const statuses: (number | undefined)[] = []
  for (const [at, jump] of jumps.entries()) {
    aheadMs = jump
    statuses.push(await deliver(path, signDelivery({ id: `evt_jump_${at}` })))
  }
  expect(statuses).toEqual([200, 503, 503, 200])
  const { deliveries } = app.store.deliveries({})
  expect(deliveries.map(({ webhookId }) => webhookId)).toEqual([
    'evt_jump_3',
    'evt_jump_2',
    'evt_jump_1',
    'evt_jump_0',
  ])
  for (const { id } of deliveries) {
    const ages = app.store.delivery(id).trace.age
    expect(Math.abs(ages?.seconds ?? Number.NaN)).toBeLessThan(3700)
  }
})
