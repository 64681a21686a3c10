import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#core/database/database.ts'
import { createRetention } from '#core/deliveries/retention.ts'
import { createAnnotations } from '#core/deliveries/store/annotations.ts'
import type { IncomingDelivery, StoreOutcome } from '#core/deliveries/store/delivery-rows.ts'
import { createStoredAmounts } from '#core/deliveries/store/retention-queries.ts'
import { parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { someSettings } from '../../../../support/core/some-settings.ts'
import { deliveryStoreOn, type TestDeliveryStore } from '../../../../support/deliveries/delivery-store.ts'
import { anIncomingDelivery, storeIn } from '../../../../support/deliveries/incoming-deliveries.ts'
import { noReports, silentLog } from '../../../../support/deliveries/open-delivery-engine.ts'
import { eventually } from '../../../../support/eventually.ts'
import { property } from '../../../../support/runs.ts'

const dayMs = 24 * 60 * 60 * 1000
const start = Date.UTC(2026, 10, 1, 9)

let folder: string
let database: Database
let store: TestDeliveryStore
let received: DeliverySummary[]

beforeEach(openNew)
afterEach(close)

function openNew() {
  folder = mkdtempSync(join(tmpdir(), 'notehook-removal-'))
  database = openDatabase(join(folder, 'notehook.db'))
  store = openStore()
}

function close() {
  store.close()
  database.close()
  rmSync(folder, { recursive: true, force: true })
}

function openStore() {
  received = []
  return deliveryStoreOn(database.sql, {
    reports: { ...noReports, committed: ({ deliveries }) => received.push(...deliveries) },
  })
}

const incoming = anIncomingDelivery
const keep = (one: IncomingDelivery) => storeIn(store, one)
const mine = { workspaceId: 'mine' }
const everything = { starredToo: true }
const count = (what: string) => Number(database.sql.prepare(`SELECT count(*) AS n FROM ${what}`).get()?.n)
const idOf = (webhookId: string) =>
  Number(database.sql.prepare('SELECT id FROM deliveries WHERE webhook_id = ?').get(webhookId)?.id)
const matching = (q: string) => store.removal.step(mine, parseDeliveryFilter(q)).ids

describe('a delivery that was deleted', () => {
  test('deleting a delivery deletes its attempts, other bodies, star, search words and minute count', async () => {
    for (const body of ['budget', 'budget', 'another']) {
      await keep(incoming('evt_1', start, { body: Buffer.from(body) }))
    }
    await keep(incoming('evt_2', start, { body: Buffer.from('budget too') }))
    createAnnotations(database.sql).annotate(idOf('evt_1'), { starred: true, remark: 'Look at this.' })
    await eventually(() => expect(count('delivery_words')).toBe(2))

    expect(store.removal.remove([idOf('evt_1')], everything, new Date(start))).toBe(1)
    expect(['deliveries', 'attempts', 'variants', 'delivery_annotations'].map(count)).toEqual([1, 0, 0, 0])
    expect(minutes()).toEqual(recounted())
    expect(matching('budget')).toEqual([idOf('evt_2')])
    await eventually(() => expect([count('delivery_words'), count('delivery_words_deleted')]).toEqual([1, 0]))
  })

  test('recognizes a retry of a deleted delivery for eight days', async () => {
    await keep(incoming('evt_1', start))
    store.removal.remove([idOf('evt_1')], everything, new Date(start + 1000))
    expect(await keep(incoming('evt_1', start + 3 * dayMs))).toBe('duplicate')
    expect(count('deliveries')).toBe(0)
    expect(minutes()).toEqual([])

    store.close()
    store = openStore()
    expect(store.removal.forgetIds(new Date(start + 10 * dayMs), 100)).toBe(0)
    expect(await keep(incoming('evt_1', start + 10 * dayMs))).toBe('duplicate')
    expect(store.removal.forgetIds(new Date(start + 18 * dayMs + 1), 100)).toBe(1)
    expect(await keep(incoming('evt_1', start + 19 * dayMs))).toBe('stored')
  })

  test('stores a delivery as new if its ID was deleted and its body differs', async () => {
    await keep(incoming('evt_1', start))
    store.removal.remove([idOf('evt_1')], everything, new Date(start))
    expect(await keep(incoming('evt_1', start + 1000, { body: Buffer.from('{"other":1}') }))).toBe('stored')
    await eventually(() => expect(received.at(-1)?.flags).toContain('body-changed'))
    expect(store.list(mine).deliveries[0]?.flags).toContain('body-changed')
    expect(await keep(incoming('evt_1', start + 2000))).toBe('body_changed')
    expect(count('deliveries')).toBe(1)
  })

  test('does not delete starred deliveries, or deliveries retried after they were counted', async () => {
    for (const id of ['evt_1', 'evt_2', 'evt_3']) await keep(incoming(id, start))
    const ids = matching('')
    createAnnotations(database.sql).annotate(idOf('evt_2'), { starred: true })
    await keep(incoming('evt_3', start + 5000))
    const sparing = { starredToo: false, untouchedSince: new Date(start + 1000).toISOString() }
    expect(store.removal.remove(ids, sparing, new Date(start + 6000))).toBe(1)
    expect(store.list(mine).deliveries.map(({ webhookId }) => webhookId)).toEqual(['evt_3', 'evt_2'])
    expect(store.removal.remove(ids, { ...sparing, starredToo: true }, new Date(start))).toBe(1)
  })

  test('deletes the ids of deleted deliveries when the user removes their workspace', async () => {
    for (const id of ['evt_1', 'evt_2', 'evt_3']) await keep(incoming(id, start))
    await keep(incoming('evt_1', start, { workspaceId: 'other', pathId: 'path-b' }))
    store.removal.remove([idOf('evt_3')], everything, new Date(start))
    while (store.removal.drop('mine', 1) > 0);
    expect([count('deliveries'), count('deleted_events')]).toEqual([1, 0])
  })
})

test('finds all deliveries to delete in several short steps', async () => {
  for (let at = 0; at < 300; at++) {
    await keep(incoming(`evt_${at}`, start + at * 20_000, { status: at % 3 === 0 ? 500 : 200 }))
  }
  for (const q of ['', 'status:5xx', 'generated', '-status:500', `before:2026-11-01T09:30:00Z`]) {
    const expected = store.list({ ...mine, limit: 1000, filter: parseDeliveryFilter(q) }).deliveries
    const found: number[] = []
    let next: number | null = Number.MAX_SAFE_INTEGER
    while (next !== null) {
      const step = store.removal.step({ ...mine, before: next }, parseDeliveryFilter(q))
      found.push(...step.ids)
      next = step.next
    }
    expect(found, q).toEqual(expected.map(({ id }) => id))
    expect(found.length, q).toBeGreaterThan(0)
  }
})

/** A minimal model of the store's expected content. */
interface Model {
  readonly events: Map<string, { body: string; isStarred: boolean; lastMs: number }>
  readonly gone: Map<string, { body: string; lastMs: number }>
}

const operation = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('deliver' as const),
      id: fc.integer({ min: 0, max: 7 }),
      body: fc.constantFrom('first', 'first', 'second'),
      status: fc.constantFrom(200, 503, 400),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('star' as const), id: fc.integer({ min: 0, max: 7 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('delete' as const),
      /** Number of newest deliveries that arrived after the count. */
      later: fc.integer({ min: 0, max: 3 }),
      starredToo: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 0, max: 6 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('retain' as const), days: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
)

test('keeps the newest and starred deliveries and exact minute counts after any sequence of changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 40 }), async (operations) => {
      close()
      openNew()
      const model: Model = { events: new Map(), gone: new Map() }
      let nowMs = start
      for (const one of operations) {
        nowMs += 1000
        if (one.kind === 'wait') nowMs += one.days * dayMs
        if (one.kind === 'restart') {
          store.close()
          store = openStore()
        }
        if (one.kind === 'star') {
          const event = model.events.get(`evt_${one.id}`)
          if (event) event.isStarred = true
          createAnnotations(database.sql).annotate(idOf(`evt_${one.id}`), { starred: true })
        }
        if (one.kind === 'deliver') {
          const id = `evt_${one.id}`
          const sent = incoming(id, nowMs, { body: Buffer.from(one.body), status: one.status })
          expect(await keep(sent)).toBe(expectedOf(model, id, one.body, nowMs))
        }
        if (one.kind === 'delete' || one.kind === 'retain') {
          const all = matching('')
          const later = one.kind === 'delete' ? one.later : 0
          const spared = new Set(all.slice(0, later))
          const starredToo = one.kind === 'delete' && one.starredToo
          const old = nowMs - (one.kind === 'retain' ? one.days : 0) * dayMs
          if (one.kind === 'delete') store.removal.remove(all.slice(later), { starredToo }, new Date(nowMs))
          else await retain(one.days, nowMs)
          for (const [id, event] of model.events) {
            const row = idOf(id)
            const isGone = Number.isNaN(row)
            if (spared.has(row) || (event.isStarred && !starredToo)) expect(isGone, id).toBe(false)
            if (one.kind === 'retain' && !event.isStarred) expect(isGone, id).toBe(event.lastMs < old)
            if (!isGone) continue
            model.events.delete(id)
            model.gone.set(id, event)
          }
        }
        while (store.removal.forgetIds(new Date(nowMs), 2) > 0);
        for (const [id, { lastMs }] of model.gone) if (lastMs < nowMs - 8 * dayMs) model.gone.delete(id)
        expect(minutes()).toEqual(recounted())
        expect(
          new Set(store.list({ ...mine, limit: 100 }).deliveries.map(({ webhookId }) => webhookId)),
        ).toEqual(new Set(model.events.keys()))
      }
    }),
    property(5_000),
  )
})

async function retain(keepDays: number, nowMs: number) {
  const amounts = createStoredAmounts(database.sql)
  const retention = createRetention({
    sql: database.sql,
    amounts: async (cutoff) => amounts({ cutoff }),
    removal: store.removal,
    settings: someSettings({ keepDays }),
    time: { now: () => new Date(nowMs), doubt: () => null, onDidChange: () => () => {} },
    hub: { publish() {} },
    clock: { now: () => new Date(nowMs), monotonicMs: () => performance.now() },
    log: silentLog,
  })
  const { last } = await retention.handlers['deliveries.clean-up']({ nearlyAll: true })
  expect(last?.problem ?? null).toBeNull()
}

function expectedOf({ events, gone }: Model, id: string, body: string, nowMs: number): StoreOutcome {
  const known = events.get(id)
  if (known) {
    known.lastMs = nowMs
    return known.body === body ? 'duplicate' : 'body_changed'
  }
  const before = gone.get(id)
  if (before?.body === body) {
    before.lastMs = nowMs
    return 'duplicate'
  }
  gone.delete(id)
  events.set(id, { body, isStarred: false, lastMs: nowMs })
  return 'stored'
}

function minutes() {
  return database.sql
    .prepare('SELECT workspace_id, minute, outcome, deliveries FROM delivery_minutes ORDER BY 1, 2, 3')
    .all()
}

function recounted() {
  return database.sql
    .prepare(
      `SELECT coalesce(workspace_id, '') AS workspace_id, substr(first_received_at, 1, 16) AS minute,
       CASE WHEN status BETWEEN 200 AND 299 THEN 'delivered' WHEN status IN (408, 429) OR status >= 500 THEN 'retried'
       ELSE 'failed' END AS outcome, count(*) AS deliveries FROM deliveries GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    )
    .all()
}
