import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '#core/database/database.ts'
import { createDeliveryRemovals } from '#core/deliveries/delivery-removals.ts'
import { createDeliveryMarks } from '#core/deliveries/store/annotations.ts'
import type { DeliveryStore } from '#core/deliveries/store/delivery-store.ts'
import type { EventData } from '#shared/rpc/events.ts'
import { anArrival, keepIn } from '../../../support/arrivals.ts'
import { openDeliveryStore } from '../../../support/delivery-store.ts'
import { refusalOf } from '../../../support/open-core.ts'

let database: Database
let store: DeliveryStore
let end: () => void
let told: { name: string; data: unknown }[]
let nowMs: number
let stepMs: number
let workspace: { id: string } | null

beforeEach(() => {
  ;({ database, store, end } = openDeliveryStore())
  told = []
  nowMs = Date.UTC(2026, 10, 21, 9)
  stepMs = 0
  workspace = { id: 'mine' }
})
afterEach(() => end())

function open() {
  let monotonic = 0
  return createDeliveryRemovals({
    inspector: { removal: store.removal },
    session: { workspace: () => workspace } as Parameters<typeof createDeliveryRemovals>[0]['session'],
    time: { now: () => new Date(nowMs) },
    hub: { publish: (name, data) => told.push({ name, data }) },
    clock: {
      now: () => new Date(nowMs),
      monotonicMs() {
        monotonic += stepMs
        return monotonic
      },
    },
  })
}

const arrive = (id: string, changes: object = {}) => keepIn(store, anArrival(id, nowMs, changes))
const kept = () => Number(database.sql.prepare('SELECT count(*) AS n FROM deliveries').get()?.n)

async function fill(many: number, changes: object = {}) {
  await Promise.all(Array.from({ length: many }, (_, at) => arrive(`evt_${at}`, changes)))
}

test('counts exactly, however many steps it takes, and deletes what was counted and nothing else', async () => {
  await fill(1234)
  await fill(3, { workspaceId: 'other', token: 'token-b' })
  createDeliveryMarks(database.sql).mark(7, { starred: true })
  // Each look at the clock is later than a step may be.
  stepMs = 1000
  const removals = open()
  const { 'deliveries.count': count, 'deliveries.remove': remove } = removals.handlers
  const first = await count({ filter: {} })
  let { matching, starred } = first
  for (let next = first.next; next !== null; ) {
    const step = await count({ filter: {}, before: next })
    matching += step.matching
    starred += step.starred
    next = step.next
  }
  expect([matching, starred]).toEqual([1234, 1])

  nowMs += 1000
  await arrive('evt_later')
  await arrive('evt_3')
  const { newest, at } = first
  const what = { by: 'filter', filter: {}, newest, at, of: matching } as const
  expect(await remove({ what, starredToo: false })).toEqual({ removed: 1232, spared: 2, stopped: false })
  expect(kept()).toBe(3 + 3)
  expect(told.filter(({ name }) => name === 'deliveries.removed')).toHaveLength(1)
  expect(told.at(-2)).toEqual({ name: 'deliveries.removing', data: { done: 1234, of: 1234 } })
})

test('holds nobody up: what arrives while thousands are deleted is stored in between', async () => {
  await fill(2000)
  stepMs = 1000
  const removals = open()
  const { newest, at } = await removals.handlers['deliveries.count']({ filter: {} })
  let isDone = false
  const what = { by: 'filter', filter: {}, newest, at, of: 2000 } as const
  const removing = Promise.resolve(removals.handlers['deliveries.remove']({ what, starredToo: false })).then(
    (result) => {
      isDone = true
      return result
    },
  )
  for (let n = 0; n < 3; n++) {
    expect(await arrive(`evt_new_${n}`)).toBe('stored')
    expect(isDone).toBe(false)
  }
  expect(await removing).toEqual({ removed: 2000, spared: 0, stopped: false })
  expect(kept()).toBe(3)
})

test('is stopped after its slice, says how many went, and refuses a second one meanwhile', async () => {
  await fill(2000)
  stepMs = 1000
  const removals = open()
  const { 'deliveries.remove': remove, 'deliveries.stop-removing': stop } = removals.handlers
  const { newest, at } = await removals.handlers['deliveries.count']({ filter: {} })
  const what = { by: 'filter', filter: {}, newest, at, of: 2000 } as const
  const removing = remove({ what, starredToo: false })
  expect((await refusalOf(Promise.resolve(remove({ what, starredToo: false })))).message).toMatch(/already/)
  await stop()
  const { removed, stopped } = await removing
  expect(stopped).toBe(true)
  expect(removed).toBeLessThan(2000)
  expect(kept()).toBe(2000 - removed)
})

test('is ended by quitting, and leaves a store that is whole', async () => {
  await fill(1500)
  const removals = open()
  const what = {
    by: 'filter',
    filter: {},
    newest: 1500,
    at: new Date(nowMs).toISOString(),
    of: 1500,
  } as const
  const removing = removals.handlers['deliveries.remove']({ what, starredToo: true })
  await removals.close()
  expect((await removing).stopped).toBe(true)
  expect(database.sql.prepare('PRAGMA quick_check').get()?.quick_check).toBe('ok')
})

test('deletes single ones of the open workspace only', async () => {
  await fill(3)
  await fill(1, { workspaceId: 'other', token: 'token-b' })
  const { 'deliveries.remove': remove } = open().handlers
  const what = { by: 'ids', ids: [2, 4, 99] } as const
  expect(await remove({ what: { ...what, ids: [...what.ids] }, starredToo: true })).toMatchObject({
    removed: 1,
  })
  expect(kept()).toBe(3)
  workspace = null
  const refusal = await refusalOf(
    Promise.resolve().then(() => remove({ what: { by: 'ids', ids: [1] }, starredToo: true })),
  )
  expect(refusal.code).toBe('not-connected')
})

test('tells how far it is, and says what went before the disk refused', async () => {
  await fill(1000)
  stepMs = 1000
  database.sql.exec(
    "CREATE TRIGGER refusing BEFORE DELETE ON deliveries WHEN old.id = 300 BEGIN SELECT raise(ABORT, 'no'); END",
  )
  const { 'deliveries.remove': remove } = open().handlers
  const what = {
    by: 'filter',
    filter: {},
    newest: 1000,
    at: new Date(nowMs).toISOString(),
    of: 1000,
  } as const
  const refusal = await refusalOf(Promise.resolve(remove({ what, starredToo: true })))
  expect(refusal).toMatchObject({ code: 'storage', message: expect.stringMatching(/600 were deleted/) })
  expect(kept()).toBe(400)
  const done = told.flatMap(({ name, data }) =>
    name === 'deliveries.removing' ? [(data as EventData<'deliveries.removing'>).done] : [],
  )
  expect(done).toEqual([200, 400, 600, 1000])
})
