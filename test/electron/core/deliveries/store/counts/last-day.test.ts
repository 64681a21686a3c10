import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { createLastDay } from '#core/deliveries/store/counts/last-day.ts'
import type { LastDay } from '#shared/deliveries/timeline.ts'
import { openCore } from '../../../../../support/core/open-core.ts'
import { deliveryStoreOn, openDeliveryStore } from '../../../../../support/deliveries/delivery-store.ts'
import { anIncomingDelivery, storeIn } from '../../../../../support/deliveries/incoming-deliveries.ts'

const minute = 60_000
const hour = 60 * minute
/** The time is 12:10, so that the last half hour is not over. */
const now = Date.UTC(2026, 10, 20, 12, 10)
const end = Date.UTC(2026, 10, 20, 12, 30)

test('counts the deliveries of each endpoint per half hour by their last outcome', async () => {
  const first = await openCore()
  await first.close()
  const database = openDatabase(join(first.dataFolder, 'notehook.db'))
  const store = deliveryStoreOn(database.sql)
  let sent = 0
  const keep = async (endpointId: string, ago: number, status = 200, workspaceId = 'sandbox') => {
    sent += 1
    const changes = { endpointId, workspaceId, status, pathId: `path-${endpointId}` }
    await storeIn(store, anIncomingDelivery(`evt_${sent}`, now - ago, changes))
  }
  // An unverified request counts as neither failed, retrying nor delivered, because a retry of it is another delivery.
  const unverified = (status: number, ago: number) => {
    const changes = { endpointId: 'whe_a', workspaceId: 'sandbox', status, verdict: 'stale' } as const
    store.storeUnverified(anIncomingDelivery(`evt_unverified_${status}`, now - ago, changes))
  }
  await keep('whe_a', 25 * hour)
  await keep('whe_a', 23 * hour)
  await keep('whe_other', 22 * hour, 200, 'other')
  await keep('whe_b', 5 * hour, 503)
  await keep('whe_a', 5 * hour, 410)
  await keep('whe_a', 5 * hour, 429)
  unverified(401, 5 * hour)
  await keep('whe_a', minute)
  await keep('whe_a', minute)
  unverified(503, minute)
  unverified(200, minute)
  store.close()
  database.close()

  const opened = await openCore({ dataFolder: first.dataFolder })
  expect(await opened.client.call('deliveries.last-day'), 'no workspace is open').toMatchObject({
    endpoints: [],
  })
  await opened.client.call('sandbox.start', { notes: 5 })
  opened.ahead = now - Date.now()
  const day = await opened.client.call('deliveries.last-day')
  expect(day).toMatchObject({ start: end - 24 * hour, stepMs: hour / 2, steps: 48, since: null })
  // These half hours begin at 13:10 yesterday, at 7:10, and now.
  expect(countsOf(day, 'whe_a')).toEqual([
    [1, 1, 0, 0, 0],
    [37, 0, 1, 1, 1],
    [47, 2, 0, 0, 2],
  ])
  expect(countsOf(day, 'whe_b')).toEqual([[37, 0, 1, 0, 0]])
  expect(countsOf(day, 'whe_other')).toBeUndefined()

  opened.ahead += 20 * hour
  expect(countsOf(await opened.client.call('deliveries.last-day'), 'whe_a')).toEqual([[7, 2, 0, 0, 2]])
})

test('returns the median and 95th percentile of each endpoint’s response times', async () => {
  const { database, store, end: close } = openDeliveryStore()
  const keep = (id: string, ago: number, endpointId: string) =>
    storeIn(store, anIncomingDelivery(id, now - ago, { endpointId }))
  await keep('evt_yesterday', 25 * hour, 'whe_a')
  for (let ms = 1; ms <= 100; ms += 1) await keep(`evt_${ms}`, hour, 'whe_a')
  await keep('evt_b', hour, 'whe_b')
  database.sql.exec(`UPDATE deliveries SET response_ms = CASE webhook_id WHEN 'evt_yesterday' THEN 9000
    WHEN 'evt_b' THEN 7 ELSE (CAST(substr(webhook_id, 5) AS INTEGER) * 37) % 101 END`)
  const { endpoints } = await createLastDay(database.sql)('mine', now)
  close()
  expect(endpoints.map(({ id, responseTimes }) => [id, responseTimes])).toEqual([
    ['whe_a', { median: 50, p95: 95 }],
    ['whe_b', { median: 7, p95: 7 }],
  ])
})

test('omits the oldest half hours if there are too many failures', async () => {
  const { database, store, end: close } = openDeliveryStore()
  await storeIn(store, anIncomingDelivery('evt_0', now - 20 * hour, { status: 500 }))
  copyFailures(database.sql, 120_000)
  await storeIn(store, anIncomingDelivery('evt_2', now))
  const day = await createLastDay(database.sql)('mine', now)
  close()
  expect(day.since).toBeGreaterThan(now - 20 * hour)
  const [before] = countsOf(day, 'whe_a') ?? []
  expect(day.start + (before?.[0] ?? 0) * day.stepMs).toBeGreaterThanOrEqual(day.since ?? Number.NaN)
  expect(countsOf(day, 'whe_a')?.at(-1)).toEqual([47, 1, 0, 0, 0])
})

const countsOf = (day: LastDay, id: string) => day.endpoints.find((one) => one.id === id)?.counts

/** Adds `many` copies of the first, failed delivery over the following nine hours. */
function copyFailures(sql: ReturnType<typeof openDatabase>['sql'], many: number): void {
  const names = sql.prepare('PRAGMA table_info(deliveries)').all()
  const columns = names.map(({ name }) => String(name)).filter((name) => name !== 'id')
  const at = `strftime('%Y-%m-%dT%H:%M:%fZ', ${(now - 10 * hour) / 1000} + n * ${(9 * 3600) / many}, 'unixepoch')`
  const values = columns.map((name) =>
    name === 'webhook_id' ? "'more_' || n" : name === 'first_received_at' ? at : name,
  )
  sql.exec(`WITH RECURSIVE counter (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM counter WHERE n < ${many - 1})
    INSERT INTO deliveries (${columns.join(', ')}) SELECT ${values.join(', ')} FROM counter, deliveries WHERE id = 1`)
  sql.exec(`INSERT INTO delivery_minutes SELECT workspace_id, substr(first_received_at, 1, 16), 'retried', count(*),
    min(id), max(id) FROM deliveries WHERE id > 1 GROUP BY 1, 2`)
}
