import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '#core/database/database.ts'
import { createRetention } from '#core/deliveries/retention.ts'
import { createAnnotations } from '#core/deliveries/store/annotations.ts'
import type { DeliveryStore } from '#core/deliveries/store/delivery-store.ts'
import { createStoredAmounts } from '#core/deliveries/store/retention-queries.ts'
import type { SettingsService } from '#core/platform/settings.ts'
import { openCore, refusalOf } from '../../../support/core/open-core.ts'
import { someSettings } from '../../../support/core/some-settings.ts'
import { uncanceled } from '../../../support/core/uncanceled.ts'
import { openDeliveryStore } from '../../../support/deliveries/delivery-store.ts'
import { anIncomingDelivery, storeIn } from '../../../support/deliveries/incoming-deliveries.ts'
import { silentLog } from '../../../support/deliveries/open-delivery-engine.ts'

const dayMs = 24 * 60 * 60 * 1000
const start = Date.UTC(2026, 10, 1, 9)

let database: Database
let store: DeliveryStore
let end: () => void
let told: string[]
let nowMs: number
let settings: SettingsService
let small: { readonly keepMegabytes?: number }

beforeEach(() => {
  ;({ database, store, end } = openDeliveryStore())
  told = []
  nowMs = start
  settings = someSettings()
  small = {}
})
afterEach(() => {
  vi.useRealTimers()
  end()
})

function open() {
  const amounts = createStoredAmounts(database.sql)
  return createRetention({
    sql: database.sql,
    amounts: async (cutoff) => amounts({ cutoff }),
    removal: store.removal,
    time: { now: () => new Date(nowMs), doubt: () => null, onDidChange: () => () => {} },
    // Filling a store to the smallest allowed limit would take too long.
    settings: { ...settings, get: () => ({ ...settings.get(), ...small }) },
    hub: { publish: (name) => told.push(name) },
    clock: { now: () => new Date(nowMs), monotonicMs: () => performance.now() },
    log: silentLog,
  })
}

const cleanUp = () => open().handlers['deliveries.clean-up']({ nearlyAll: true })
const arrive = (id: string, atMs: number, body = 'x') =>
  storeIn(store, anIncomingDelivery(id, atMs, { body: Buffer.from(body) }))
const kept = () =>
  database.sql
    .prepare('SELECT webhook_id AS id FROM deliveries ORDER BY deliveries.id')
    .all()
    .map(({ id }) => String(id))
const star = (webhookId: string) => {
  const id = Number(database.sql.prepare('SELECT id FROM deliveries WHERE webhook_id = ?').get(webhookId)?.id)
  createAnnotations(database.sql).annotate(id, { starred: true })
}

test('keeps all deliveries unless the user sets a limit', async () => {
  await arrive('evt_1', start)
  nowMs = start + 3000 * dayMs
  expect(await cleanUp()).toMatchObject({ deliveries: 1, due: 0, last: { removed: 0, problem: null } })
})

test('deletes unstarred deliveries whose last attempt is older than the limit', async () => {
  // The clock was set back, so ids are not in the order of time.
  for (const [at, day] of [0, 9, 1, 2, 3, 11, 4].entries()) await arrive(`evt_${at}`, start + day * dayMs)
  await arrive('evt_2', start + 10 * dayMs)
  star('evt_3')
  nowMs = start + 12 * dayMs
  settings.set({ keepDays: 7 })
  expect(await cleanUp()).toMatchObject({
    deliveries: 4,
    starred: 1,
    oldestAt: new Date(start + dayMs).toISOString(),
    // Starred deliveries are not due. The other delivery is due by its first attempt, but was retried since.
    due: 1,
    last: { at: new Date(nowMs).toISOString(), removed: 3, problem: null },
    running: null,
  })
  expect(kept()).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_5'])
  expect(told).toContain('deliveries.removed')
})

test('recognizes a duplicate of an event that was deleted because of its age', async () => {
  await arrive('evt_ahead', start + 2 * dayMs)
  await Promise.all(Array.from({ length: 700 }, (_, at) => arrive(`evt_${at}`, start + at)))
  await arrive('evt_new', start + 2 * dayMs)
  nowMs = start + 3 * dayMs
  settings.set({ keepDays: 2 })
  expect(await cleanUp()).toMatchObject({ deliveries: 2, last: { removed: 700 } })
  expect(await arrive('evt_5', nowMs)).toBe('duplicate')
  expect(await arrive('evt_5', nowMs, 'never seen')).toBe('stored')
})

test('keeps starred deliveries and the newest thousand when it deletes to meet the size limit', async () => {
  const body = 'words of a body that takes its space '.repeat(400)
  for (let batch = 0; batch < 12; batch++) {
    await Promise.all(
      Array.from({ length: 200 }, (_, at) => arrive(`evt_${batch * 200 + at}`, start + batch, body + at)),
    )
  }
  star('evt_0')
  const before = await open().handlers['deliveries.storage']({}, uncanceled)
  const megabytes = before.usedBytes / 1024 / 1024
  const keepMegabytes = Math.floor(megabytes * 0.8)
  small = { keepMegabytes }
  const after = await cleanUp()
  expect(after.usedBytes).toBeLessThanOrEqual(keepMegabytes * 1024 * 1024)
  expect(after.deliveries).toBeGreaterThan(2400 * 0.6)
  expect(after.spareBytes).toBeGreaterThan(1024 * 1024)
  expect(kept()[0]).toBe('evt_0')
  expect(kept().at(-1)).toBe('evt_2399')

  small = { keepMegabytes: 1 }
  expect((await cleanUp()).deliveries).toBe(1001)
  expect(kept().slice(0, 2)).toEqual(['evt_0', 'evt_1400'])
})

test('stores new deliveries while a clean-up deletes old ones', async () => {
  await Promise.all(Array.from({ length: 2000 }, (_, at) => arrive(`evt_${at}`, start)))
  nowMs = start + 3 * dayMs
  settings.set({ keepDays: 1 })
  const retention = open()
  const cleaning = retention.handlers['deliveries.clean-up']({ nearlyAll: true })
  for (let n = 0; n < 3; n++) expect(await arrive(`evt_new_${n}`, nowMs)).toBe('stored')
  await retention.handlers['deliveries.stop-clean-up']()
  const { deliveries, last } = await cleaning
  expect(last?.problem).toBe('Stopped.')
  expect(last?.removed).toBeLessThan(2000)
  expect(deliveries).toBe(2003 - (last?.removed ?? 0))
  expect(kept().slice(-3)).toEqual(['evt_new_0', 'evt_new_1', 'evt_new_2'])
})

test('reports a disk failure during a clean-up', async () => {
  for (let at = 0; at < 5; at++) await arrive(`evt_${at}`, start)
  database.sql.exec(
    "CREATE TRIGGER refusing BEFORE DELETE ON deliveries BEGIN SELECT raise(ABORT, 'no'); END",
  )
  nowMs = start + 30 * dayMs
  settings.set({ keepDays: 1 })
  expect(await cleanUp()).toMatchObject({
    deliveries: 5,
    last: { removed: 0, problem: expect.stringMatching(/disk error/) },
  })
})

async function untilScheduled() {
  for (let turn = 0; turn < 2000 && vi.getTimerCount() === 0; turn++) await yieldToEventLoop()
}

test('repeats a clean-up an hour after a disk failure', async () => {
  await arrive('evt_1', start)
  nowMs = start + 30 * dayMs
  settings.set({ keepDays: 1 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const retention = open()
  retention.start()
  database.sql.exec('ALTER TABLE deliveries RENAME TO unreadable')
  vi.advanceTimersByTime(60_000)
  await untilScheduled()
  expect(settings.recall('lastCleanUp')).toMatchObject({ problem: expect.stringMatching(/disk error/) })
  database.sql.exec('ALTER TABLE unreadable RENAME TO deliveries')
  vi.advanceTimersByTime(60 * 60 * 1000)
  await untilScheduled()
  expect(kept()).toEqual([])
  await retention.close()
})

test('closing the app during a clean-up stops the clean-up’s timer', async () => {
  await Promise.all(Array.from({ length: 700 }, (_, at) => arrive(`evt_${at}`, start)))
  settings.set({ keepDays: 1 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const retention = open()
  retention.start()
  vi.advanceTimersByTime(60_000)
  await retention.close()
  for (let turn = 0; turn < 10; turn++) await yieldToEventLoop()
  expect(vi.getTimerCount()).toBe(0)
})

test('validates the size limit and still reports the last clean-up after a restart', async () => {
  const app = await openCore()
  for (const keepMegabytes of [-1, 1, 99, 1.5, 2_000_000]) {
    expect((await refusalOf(app.client.call('settings.set', { keepMegabytes }))).code).toBe('invalid-input')
  }
  expect(await app.client.call('settings.set', { keepMegabytes: 100, keepDays: 30 })).toMatchObject({
    keepMegabytes: 100,
    keepDays: 30,
  })
  const { last, nextAt } = await app.client.call('deliveries.clean-up')
  expect([last?.removed, last?.problem]).toEqual([0, expect.stringMatching(/once a connected service/)])
  expect(Date.parse(nextAt ?? '')).toBeGreaterThan(Date.now())
  await app.close()
  const again = await openCore({ dataFolder: app.dataFolder })
  expect((await again.client.call('deliveries.storage')).last).toEqual(last)
})

test('requires confirmation if the size limit deletes nearly all deliveries', async () => {
  const body = 'words of a body that takes its space '.repeat(100)
  await Promise.all(Array.from({ length: 11_000 }, (_, at) => arrive(`evt_${at}`, start, body)))
  small = { keepMegabytes: 1 }
  const held = await open().handlers['deliveries.clean-up']({})
  expect(held).toMatchObject({ deliveries: 11_000, held: { by: 'size', going: 10_000, total: 11_000 } })
  expect(held.last?.problem).toMatch(/limit of size would delete 10,000 of 11,000/)
  expect((await cleanUp()).deliveries).toBe(1000)
}, 60_000)
