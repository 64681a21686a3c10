import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { type OpenCore, openCore } from '../../../support/core/open-core.ts'
import { deliveryStoreOn } from '../../../support/deliveries/delivery-store.ts'
import { anIncomingDelivery, storeIn } from '../../../support/deliveries/incoming-deliveries.ts'
import { openFaultyService } from '../../../support/service/faulty-service.ts'

// This computer's clock is wrong. Services report the true time unless a test changes it.

const dayMs = 24 * 60 * 60 * 1000
const emptyList = { json: { notes: [], spaces: [], folders: [], webhook_endpoints: [], hasMore: false } }

/** Creates a data folder with one delivery for each age in days. */
async function historyOf(daysAgo: readonly number[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-clock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const database = openDatabase(join(folder, 'notehook.db'))
  const store = deliveryStoreOn(database.sql)
  for (const [at, days] of daysAgo.entries()) {
    await storeIn(store, anIncomingDelivery(`evt_${at}`, Date.now() - days * dayMs))
  }
  store.close()
  database.close()
  return folder
}

/** Ages of the deliveries in days. Few are above 30. */
const someOld = [45, 40, 35, ...Array.from({ length: 71 }, (_, at) => at / 3)]
const allRecent = Array.from({ length: 74 }, (_, at) => at / 10)

/** Opens a service whose clock is ahead by this much. With `null`, it reports no time. */
async function openService(offMs: { value: number | null } = { value: 0 }) {
  const service = await openFaultyService(() => ({
    ...emptyList,
    headers: { date: offMs.value === null ? 'unknown' : new Date(Date.now() + offMs.value).toUTCString() },
  }))
  onTestFinished(() => service.close())
  return service
}

async function open(daysAgo: readonly number[], aheadMs = 0): Promise<OpenCore> {
  const app = await openCore({ dataFolder: await historyOf(daysAgo) })
  app.ahead = aheadMs
  await app.client.call('settings.set', { keepDays: 30 })
  return app
}

const connect = async (app: OpenCore, baseUrl: string) => {
  await app.client.call('workspaces.connect', { baseUrl, apiKey: `key_for_${new URL(baseUrl).port}` })
}

test('deletes no delivery by age when the clock is 40 days ahead of the service', async () => {
  const app = await open(allRecent, 40 * dayMs)
  await connect(app, (await openService()).baseUrl)
  const after = await app.client.call('deliveries.clean-up')
  expect(after).toMatchObject({ deliveries: 74, last: { removed: 0 } })
  expect(after.ageWaits).toMatch(/40 days ahead/)
})

test('deletes only expired deliveries while the clock agrees with the service', async () => {
  const app = await open(someOld)
  await connect(app, (await openService()).baseUrl)
  const after = await app.client.call('deliveries.clean-up')
  expect(after).toMatchObject({ deliveries: 71, ageWaits: null, last: { removed: 3, problem: null } })
})

test('deletes no expired delivery until a connected service confirms the clock', async () => {
  const app = await open(someOld)
  expect(await app.client.call('deliveries.clean-up')).toMatchObject({
    deliveries: 74,
    ageWaits: expect.stringMatching(/once a connected service confirms/),
  })
  await app.client.call('sandbox.start', { notes: 10 })
  await app.client.call('notes.page', {})
  await app.client.call('settings.set', { keepDays: 30 })
  expect((await app.client.call('deliveries.clean-up')).last).toMatchObject({ removed: 0 })
  expect((await app.client.call('deliveries.storage')).ageWaits).toMatch(/sandbox/)
  await connect(app, (await openService({ value: null })).baseUrl)
  expect((await app.client.call('deliveries.clean-up')).last).toMatchObject({ removed: 0 })
})

test('deletes no delivery by age after the clock jumps', async () => {
  const app = await open(allRecent)
  const service = await openService()
  await connect(app, service.baseUrl)
  expect((await app.client.call('deliveries.storage')).ageWaits).toBeNull()
  const asked = service.seen.length
  app.ahead = 40 * dayMs
  const after = await app.client.call('deliveries.clean-up')
  expect(after).toMatchObject({ deliveries: 74, ageWaits: expect.stringMatching(/40 days ahead/) })
  expect(service.seen.length).toBe(asked)
})

test('deletes nothing by age if two services report different times', async () => {
  const app = await open(someOld)
  const other = { value: (-3 * dayMs) as number | null }
  await connect(app, (await openService(other)).baseUrl)
  await connect(app, (await openService()).baseUrl)
  expect((await app.client.call('deliveries.clean-up')).last).toMatchObject({ removed: 0 })
})

test('updates the settings page when a service confirms the clock', async () => {
  const app = await open(someOld)
  await connect(app, (await openService()).baseUrl)
  const told = app.events.flatMap((event) =>
    event.name === 'deliveries.storage-changed' ? [event.data.ageWaits] : [],
  )
  expect(told.at(-1)).toBeNull()
})

test('asks the user to confirm an age limit that deletes nearly all deliveries', async () => {
  const app = await open(allRecent.map((days) => days + 60))
  await connect(app, (await openService()).baseUrl)
  const held = await app.client.call('deliveries.clean-up')
  expect(held).toMatchObject({
    deliveries: 74,
    held: { by: 'age', going: 74, total: 74 },
    last: { removed: 0 },
  })
  expect(held.last?.problem).toMatch(/74 of 74/)
  const after = await app.client.call('deliveries.clean-up', { nearlyAll: true })
  expect(after).toMatchObject({ deliveries: 0, held: null, last: { removed: 74, problem: null } })
})

test('does not let the user confirm a deletion by age while the clock is wrong', async () => {
  const app = await open(allRecent, 400 * dayMs)
  await connect(app, (await openService()).baseUrl)
  expect(await app.client.call('deliveries.clean-up', { nearlyAll: true })).toMatchObject({
    deliveries: 74,
    held: null,
    last: { removed: 0 },
  })
})

test('keeps the webhook-ids of deleted events while the clock is ahead', async () => {
  const app = await open(allRecent, 40 * dayMs)
  await connect(app, (await openService()).baseUrl)
  const database = new DatabaseSync(join(app.dataFolder, 'notehook.db'))
  onTestFinished(() => database.close())
  database.exec('UPDATE deliveries SET workspace_id = (SELECT id FROM workspaces)')
  const { deliveries } = await app.client.call('deliveries.list', { limit: 5 })
  await app.client.call('deliveries.remove', {
    ids: deliveries.map(({ id }) => id),
    starredToo: false,
  })
  await app.client.call('deliveries.clean-up')
  expect(database.prepare('SELECT count(*) AS n FROM deleted_events').get()).toEqual({ n: 5 })
})
