import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '#core/database/database.ts'
import { createDeliveryCounter } from '#core/deliveries/store/counts/timeline.ts'
import type { IncomingDelivery } from '#core/deliveries/store/delivery-rows.ts'
import type { DeliveryStore } from '#core/deliveries/store/delivery-store.ts'
import { parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import type { Timeline } from '#shared/deliveries/timeline.ts'
import { openDeliveryStore } from '../../../../../support/deliveries/delivery-store.ts'
import { anIncomingDelivery, storeIn } from '../../../../../support/deliveries/incoming-deliveries.ts'

const minute = 60_000
const start = Date.UTC(2026, 10, 20, 8)

let database: Database
let store: DeliveryStore
let end: () => void

beforeEach(() => {
  ;({ database, store, end } = openDeliveryStore())
})
afterEach(() => end())

test('counts deliveries per minute by their last outcome, with and without a filter', async () => {
  await keep(40, (n) => ({ status: n % 10 === 3 ? 410 : n % 10 === 7 ? 503 : 200 }))
  await keep(1, () => ({ status: 200 }), 7)
  const all = await timeline(null)
  expect(sums(all)).toEqual({ delivered: 33, retried: 3, failed: 4 })
  expect(all.counts.find(([step]) => step === 7)).toEqual([7, 1, 0, 0])
  expect(await timeline('type:note.edited')).toEqual(all)
  expect(sums(await timeline('status:410'))).toEqual({ delivered: 0, retried: 0, failed: 4 })
  expect(sums(await timeline('budget'))).toEqual({ delivered: 20, retried: 0, failed: 0 })
})

test('the timeline starts at the first stored delivery of the workspace', async () => {
  await keep(5, () => ({}))
  await keep(3, () => ({ workspaceId: 'other' }), 100)
  const counter = createDeliveryCounter(database.sql)
  const found = await counter.timeline({
    workspaceId: 'mine',
    filter: null,
    from: null,
    to: start + 10 * minute,
    most: 60,
  })
  expect(found).toMatchObject({ start, stepMs: minute, steps: 10, since: null })
  expect(sums(found).delivered).toBe(5)
})

test('reports where counting stopped if there are too many deliveries to filter', async () => {
  await keep(1, () => ({}))
  const copy = database.sql.prepare('PRAGMA table_info(deliveries)').all()
  const columns = copy.map(({ name }) => String(name)).filter((name) => name !== 'id')
  const values = columns.map((name) =>
    name === 'webhook_id' ? "'evt_' || n" : name === 'first_received_at' ? older : name,
  )
  database.sql.exec(`WITH RECURSIVE counter (n) AS (SELECT 100 UNION ALL SELECT n + 1 FROM counter WHERE n < 25099)
    INSERT INTO deliveries (${columns.join(', ')}) SELECT ${values.join(', ')} FROM counter, deliveries WHERE id = 1`)
  database.sql.exec(`INSERT INTO delivery_minutes SELECT workspace_id, substr(first_received_at, 1, 16), 'delivered', count(*),
    min(id), max(id) FROM deliveries WHERE id > 1 GROUP BY 1, 2`)
  const found = await timeline('type:note.edited', 300, 2)
  expect(sums(found).delivered).toBe(20_000)
  expect(found.since).toBeGreaterThan(start)
  const uncounted = found.counts.filter(([step]) => start + (step + 1) * minute <= (found.since ?? 0))
  expect(uncounted).toEqual([])
})

test('counts deliveries up to a limit and reports whether there are more', async () => {
  await keep(30, (n) => ({ status: n < 12 ? 500 : 200 }))
  const count = (q: string, most: number, stretches?: number) =>
    createDeliveryCounter(database.sql, stretches).count('mine', parseDeliveryFilter(q), most)
  expect(await count('status:5xx', 12)).toEqual({ count: 12, isMore: false })
  expect(await count('status:5xx', 11)).toEqual({ count: 11, isMore: true })
  expect(await count('-status:5xx type:note.edited', 100)).toEqual({ count: 18, isMore: false })
  expect(await count('nothing', 100)).toEqual({ count: 0, isMore: false })
})

const older = `strftime('%Y-%m-%dT%H:%M:00.000Z', ${start / 1000} + (n / 100) * 60, 'unixepoch')`

/** Stores one delivery per minute, starting with number `first`. */
async function keep(count: number, changes: (n: number) => Partial<IncomingDelivery>, first = 0) {
  await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const n = first + index
      const body = { event_type: 'note.edited', note_id: 'not_1', said: n % 2 === 0 ? 'budget' : 'review' }
      const incoming = anIncomingDelivery(`evt_${n}`, start + n * minute, {
        body: Buffer.from(
          JSON.stringify({ event_id: `evt_${n}`, occurred_at: new Date(start).toISOString(), ...body }),
        ),
        ...changes(n),
      })
      return storeIn(store, incoming)
    }),
  )
}

function timeline(q: string | null, minutes = 60, stretches?: number): Promise<Timeline> {
  return createDeliveryCounter(database.sql, stretches).timeline({
    workspaceId: 'mine',
    filter: q === null ? null : parseDeliveryFilter(q),
    from: start,
    to: start + minutes * minute,
    most: minutes,
  })
}

function sums({ counts }: Timeline) {
  const sum = { delivered: 0, retried: 0, failed: 0 }
  for (const [, delivered, retried, failed] of counts) {
    sum.delivered += delivered
    sum.retried += retried
    sum.failed += failed
  }
  return sum
}
