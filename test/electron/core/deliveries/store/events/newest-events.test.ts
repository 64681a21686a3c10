import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '#core/database/database.ts'
import { format } from '#core/database/schema.ts'
import type { DeliveryStore } from '#core/deliveries/store/delivery-store.ts'
import { beforeAllEvents, type EventKey } from '#core/deliveries/store/events/events-of-endpoint.ts'
import { createNewestEventsReading } from '#core/deliveries/store/events/newest-events-reading.ts'
import { deliveryStoreOn, openDeliveryStore } from '../../../../../support/deliveries/delivery-store.ts'
import { anIncomingDelivery, storeIn } from '../../../../../support/deliveries/incoming-deliveries.ts'
import { notePayload } from '../../../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../../../support/eventually.ts'
import { property } from '../../../../../support/runs.ts'

const start = Date.UTC(2026, 10, 20, 8)

let database: Database
let store: DeliveryStore
let end: () => void
let serial = 0

beforeEach(() => {
  ;({ database, store, end } = openDeliveryStore())
})
afterEach(() => end())

interface Event {
  readonly id: number
  readonly endpoint: string | null
  readonly note: string
  /** Minutes after the start. */
  readonly minute: number
  readonly verified: boolean
}

const delivery = ({ id, endpoint, note, minute }: Event) =>
  anIncomingDelivery(`evt_${id}_${note}_${minute}`, start + serial++, {
    endpointId: endpoint,
    pathId: `path-${endpoint}`,
    body: Buffer.from(notePayload('x', { note_id: note, occurred_at: timeAt(minute) })),
  })

const timeAt = (minute: number) => new Date(start + minute * 60_000).toISOString()

const receive = (event: Event, into = store) =>
  event.verified
    ? storeIn(into, delivery(event))
    : into.storeUnverified({ ...delivery(event), verdict: 'signature-mismatch' })

const anEvent = fc.record({
  id: fc.nat(40),
  endpoint: fc.constantFrom('whe_a', 'whe_b'),
  note: fc.constantFrom('not_1', 'not_2', 'not_3'),
  minute: fc.nat(30),
  verified: fc.oneof(
    { weight: 5, arbitrary: fc.constant(true) },
    { arbitrary: fc.constant(false), weight: 1 },
  ),
})

/** What must be in the table, by the simplest means. */
function newest(events: readonly Event[]) {
  const found: Record<string, Record<string, number>> = {}
  for (const { endpoint, note, minute, verified } of events) {
    if (!verified || endpoint === null) continue
    const notes = found[endpoint] ?? {}
    notes[note] = Math.max(notes[note] ?? 0, start + minute * 60_000)
    found[endpoint] = notes
  }
  return found
}

function stored({ sql }: Pick<Database, 'sql'> = database, workspace = 'mine') {
  const found: Record<string, Record<string, number>> = {}
  const rows = sql.prepare(
    `SELECT endpoint_id AS endpoint, note_id AS note, occurred_at AS ms
     FROM newest_events JOIN newest_events_endpoints ON number = endpoint WHERE workspace_id = ?`,
  )
  for (const { endpoint, note, ms } of rows.all(workspace)) {
    found[String(endpoint)] = { ...found[String(endpoint)], [String(note)]: Number(ms) }
  }
  return found
}

const remove = (from: DeliveryStore, rows: readonly Record<string, unknown>[]) =>
  from.removal.remove(
    rows.map(({ id }) => Number(id)),
    { starredToo: true },
    null,
  )

const wipe = () =>
  database.sql.exec(
    'DELETE FROM deliveries; DELETE FROM newest_events; DELETE FROM newest_events_endpoints; UPDATE newest_events_state SET through = 0, until = 0',
  )

/** As after an upgrade: everything stored so far is history that was not read yet. */
const makeHistory = () =>
  database.sql.exec(`DELETE FROM newest_events; DELETE FROM newest_events_endpoints;
    UPDATE newest_events_state SET through = 0, until = (SELECT coalesce(max(id), 0) FROM deliveries)`)

test('any order of events, repeated or not, deleted or not, leaves the newest of each note and endpoint', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anEvent, { maxLength: 40 }), fc.nat(100), async (events, share) => {
      wipe()
      for (const event of events) {
        await receive(event)
        const ids = database.sql.prepare('SELECT id FROM deliveries').all()
        if (share > 70) remove(store, ids.slice(0, 3))
      }
      expect(stored()).toEqual(newest(events))
    }),
    property(500),
  )
})

test('history is read in slices while deliveries arrive and are deleted, and continues after a crash', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anEvent, { minLength: 1, maxLength: 30 }),
      fc.array(fc.tuple(anEvent, fc.constantFrom('receive', 'read', 'delete', 'crash')), { maxLength: 30 }),
      async (before, steps) => {
        wipe()
        for (const event of before) await receive(event)
        makeHistory()
        let own = deliveryStoreOn(database.sql)
        const received = [...before]
        for (const [event, what] of steps) {
          if (what === 'read') own.newestEvents.readHistory(4)
          else if (what === 'delete') {
            const oldest = database.sql.prepare('SELECT id FROM deliveries ORDER BY id LIMIT 3').all()
            remove(own, oldest)
          } else if (what === 'crash') {
            own.close()
            own = deliveryStoreOn(database.sql)
          } else {
            received.push(event)
            await receive(event, own)
          }
        }
        while (own.newestEvents.readHistory(4));
        expect(own.newestEvents.isComplete()).toBe(true)
        expect(stored()).toEqual(newest(received))
        own.close()
      },
    ),
    property(500),
  )
})

test('a store of the version before gets its history read in the background, once', async () => {
  const events = Array.from({ length: 1_200 }, (_, id) => ({
    id,
    endpoint: 'whe_a',
    note: `not_${id % 7}`,
    minute: (id * 37) % 1_000,
    verified: true,
  }))
  await Promise.all(events.map((event) => receive(event)))
  makeHistory()
  const own = deliveryStoreOn(database.sql)
  expect(own.newestEvents.isComplete()).toBe(false)
  await eventually(() => expect(own.newestEvents.isComplete()).toBe(true))
  expect(stored()).toEqual(newest(events))
  own.close()
  const again = deliveryStoreOn(database.sql)
  expect(again.newestEvents.isComplete()).toBe(true)
  expect(again.newestEvents.readHistory()).toBe(false)
  again.close()
})

test('what came before the service named the endpoint is added when it does', async () => {
  await receive({ id: 1, endpoint: null, note: 'not_1', minute: 5, verified: true })
  await receive({ id: 2, endpoint: null, note: 'not_2', minute: 6, verified: false })
  expect(stored()).toEqual({})
  store.adopt('path-null', 'whe_new')
  expect(stored()).toEqual({ whe_new: { not_1: start + 5 * 60_000 } })
})

test('a time without an offset, or that is none, adds nothing; offsets are compared as times', async () => {
  const come = (id: string, occurred_at: unknown) =>
    storeIn(
      store,
      anIncomingDelivery(id, start, {
        body: Buffer.from(notePayload(id, { note_id: 'not_1', occurred_at })),
      }),
    )
  for (const odd of ['2026-11-21T09:00:00', 'yesterday', '', 5, null, '9999', '+012026-11-21T09:00:00Z'])
    await come(`evt_${odd}`, odd)
  expect(stored()).toEqual({})
  await come('evt_z', '2026-11-21T09:00:00Z')
  await come('evt_earlier', '2026-11-21T10:30:00+02:00')
  expect(stored()).toEqual({ whe_a: { not_1: Date.UTC(2026, 10, 21, 9) } })
  await come('evt_later', '2026-11-21T10:30:00.5+01:00')
  expect(stored()).toEqual({ whe_a: { not_1: Date.UTC(2026, 10, 21, 9, 30, 0, 500) } })
})

test('it goes with its endpoint, and with its workspace', async () => {
  for (const [at, workspaceId] of ['mine', 'other'].entries()) {
    for (const endpointId of ['whe_a', 'whe_b']) {
      const body = Buffer.from(notePayload('x', { note_id: 'not_1' }))
      const pathId = `${workspaceId}-${endpointId}`
      await storeIn(store, anIncomingDelivery('evt_1', start + at, { workspaceId, endpointId, pathId, body }))
    }
  }
  while (store.newestEvents.forgetEndpoint('mine', 'whe_a', 10) > 0);
  expect(stored()).toEqual({ whe_b: { not_1: expect.any(Number) } })
  expect(store.newestEvents.endpoints('mine')).toEqual(['whe_b'])
  while (store.removal.drop('other', 1) > 0);
  expect(store.newestEvents.endpoints('other')).toEqual([])
  expect(store.newestEvents.endpoints('mine')).toEqual(['whe_b'])
})

test('a commit that fails adds nothing', async () => {
  database.sql.exec('PRAGMA query_only = 1')
  expect(await receive({ id: 1, endpoint: 'whe_a', note: 'not_1', minute: 1, verified: true })).toBe(
    'storage',
  )
  database.sql.exec('PRAGMA query_only = 0')
  expect(stored()).toEqual({})
})

/** Most are not of the one that is forgotten. */
const ofManyNotes = fc
  .tuple(anEvent, fc.constantFrom('whe_a', ...Array.from({ length: 8 }, () => 'whe_b')))
  .map(([event, endpoint]) => ({ ...event, endpoint, note: `not_${event.minute}` }))

test('an endpoint is forgotten in slices, whatever arrives meanwhile, and others keep everything', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(ofManyNotes, { minLength: 30, maxLength: 50 }),
      fc.array(fc.oneof(ofManyNotes, fc.constant('forget' as const)), { minLength: 20, maxLength: 40 }),
      fc.oneof({ weight: 3, arbitrary: fc.constant('whe_a') }, { weight: 1, arbitrary: fc.constant(null) }),
      async (before, steps, gone) => {
        wipe()
        for (const event of before) await receive(event)
        const forgetSome = () =>
          gone === null ? store.removal.drop('mine', 1) : store.newestEvents.forgetEndpoint('mine', gone, 1)
        for (const step of steps) {
          if (step === 'forget') forgetSome()
          else await receive(step)
        }
        const events = [...before, ...steps.filter((step) => step !== 'forget')]
        const others = newest(events).whe_b
        while (forgetSome() > 0);
        expect(stored()).toEqual(gone === null || others === undefined ? {} : { whe_b: others })
        const left = database.sql.prepare(
          'SELECT count(*) AS n FROM newest_events WHERE endpoint NOT IN (SELECT number FROM newest_events_endpoints)',
        )
        expect(left.get()).toEqual({ n: 0 })
      },
    ),
    property(200),
  )
})

test('a slice that could not be deleted is deleted the next time', async () => {
  for (const minute of [1, 2, 3]) {
    await receive({ id: minute, endpoint: 'whe_a', note: `not_${minute}`, minute, verified: true })
  }
  const forgetSome = () => store.newestEvents.forgetEndpoint('mine', 'whe_a', 1)
  expect(forgetSome()).toBeGreaterThan(0)
  database.sql.exec('PRAGMA query_only = 1')
  expect(forgetSome).toThrow()
  database.sql.exec('PRAGMA query_only = 0')
  while (forgetSome() > 0);
  expect(database.sql.prepare('SELECT count(*) AS n FROM newest_events').get()).toEqual({ n: 0 })
  expect(store.newestEvents.endpoints('mine')).toEqual([])
})

test('an endpoint inherits in slices, keeps what is newer, and leaves the other one as it is', async () => {
  const came = [
    ...Array.from({ length: 20 }, (_, n) => ({ endpoint: 'whe_a', note: `not_${n}`, minute: n })),
    { endpoint: 'whe_b', note: 'not_1', minute: 50 },
    { endpoint: 'whe_b', note: 'not_2', minute: 0 },
    { endpoint: 'whe_c', note: 'not_3', minute: 60 },
  ]
  for (const [id, event] of came.entries()) await receive({ ...event, id, verified: true })
  const before = stored()
  for (let after: EventKey | null = beforeAllEvents; after; ) {
    after = store.newestEvents.inherit('mine', 'whe_a', 'whe_b', after, 3)
  }
  const at = (minute: number) => start + minute * 60_000
  expect(stored()).toEqual({ ...before, whe_b: { ...before.whe_a, not_1: at(50) } })
  store.newestEvents.inherit('mine', 'whe_none', 'whe_c', beforeAllEvents, 100)
  expect(stored().whe_c).toEqual(before.whe_c)
})

test('what an earlier version of the store has of them is kept by the upgrade, endpoint by endpoint', () => {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-newest-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'notehook.db')
  const upgrades = format.upgrades.slice(
    0,
    format.upgrades.findIndex((statements) => statements.includes('newest_events_by_note')),
  )
  const earlier = openDatabase(path, undefined, { format: { ...format, upgrades } })
  const had = ['mine', 'other'].flatMap((workspace, at) =>
    ['whe_a', 'whe_b'].map((endpoint, n) => ({ workspace, endpoint, at: start + at * 10 + n })),
  )
  const add = earlier.sql.prepare('INSERT INTO newest_events VALUES (?, ?, ?, ?)')
  for (const { workspace, endpoint, at } of had) add.run(workspace, endpoint, 'not_1', at)
  earlier.sql.exec('UPDATE newest_events_state SET through = 3, until = 7')
  earlier.close()

  const upgraded = openDatabase(path)
  onTestFinished(upgraded.close)
  expect(upgraded.problem).toBeNull()
  const reading = createNewestEventsReading(upgraded.sql)
  for (const { workspace, endpoint, at } of had)
    expect(stored(upgraded, workspace)[endpoint]).toEqual({ not_1: at })
  expect(reading.endpoints('mine')).toEqual(['whe_a', 'whe_b'])
  expect(reading.isComplete(), 'the rest of the history is still to be read').toBe(false)
})
