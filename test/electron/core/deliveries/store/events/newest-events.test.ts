import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '#core/database/database.ts'
import type { DeliveryStore } from '#core/deliveries/store/delivery-store.ts'
import { beforeAllEvents, type EventKey } from '#core/deliveries/store/events/events-of-endpoint.ts'
import { createEndpointsWithEvents } from '#core/deliveries/store/events/newest-events.ts'
import { openDeliveryStore } from '../../../../../support/deliveries/delivery-store.ts'
import { anIncomingDelivery, storeIn } from '../../../../../support/deliveries/incoming-deliveries.ts'
import { notePayload } from '../../../../../support/deliveries/signed-delivery.ts'
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

const receive = (event: Event) =>
  event.verified
    ? storeIn(store, delivery(event))
    : store.storeUnverified({ ...delivery(event), verdict: 'signature-mismatch' })

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

/** Computes the table's expected content with a naive implementation. */
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

function stored() {
  const found: Record<string, Record<string, number>> = {}
  const rows = database.sql.prepare(
    `SELECT endpoint_id AS endpoint, note_id AS note, occurred_at AS ms
     FROM newest_events JOIN newest_events_endpoints ON number = endpoint WHERE workspace_id = ?`,
  )
  for (const { endpoint, note, ms } of rows.all('mine')) {
    found[String(endpoint)] = { ...found[String(endpoint)], [String(note)]: Number(ms) }
  }
  return found
}

const endpoints = (workspaceId: string) => createEndpointsWithEvents(database.sql)(workspaceId)

const wipe = () =>
  database.sql.exec('DELETE FROM deliveries; DELETE FROM newest_events; DELETE FROM newest_events_endpoints')

test('keeps the time of the newest event of each note and endpoint, in any order of arrival', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anEvent, { maxLength: 40 }), fc.nat(100), async (events, share) => {
      wipe()
      for (const event of events) {
        await receive(event)
        const ids = database.sql.prepare('SELECT id FROM deliveries LIMIT 3').all()
        const oldest = ids.map(({ id }) => Number(id))
        if (share > 70) store.removal.remove(oldest, { starredToo: true }, null)
      }
      expect(stored()).toEqual(newest(events))
    }),
    property(5_000),
  )
})

test('counts earlier events once the id of their endpoint is known', async () => {
  await receive({ id: 1, endpoint: null, note: 'not_1', minute: 5, verified: true })
  await receive({ id: 2, endpoint: null, note: 'not_2', minute: 6, verified: false })
  expect(stored()).toEqual({})
  store.adopt('path-null', 'whe_new')
  expect(stored()).toEqual({ whe_new: { not_1: start + 5 * 60_000 } })
})

test('ignores events whose time is invalid and converts times with an offset', async () => {
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

test('deletes the newest events of an endpoint or workspace when it is deleted', async () => {
  for (const [at, workspaceId] of ['mine', 'other'].entries()) {
    for (const endpointId of ['whe_a', 'whe_b']) {
      const body = Buffer.from(notePayload('x', { note_id: 'not_1' }))
      const pathId = `${workspaceId}-${endpointId}`
      await storeIn(store, anIncomingDelivery('evt_1', start + at, { workspaceId, endpointId, pathId, body }))
    }
  }
  while (store.newestEvents.forgetEndpoint('mine', 'whe_a', 10) > 0);
  expect(stored()).toEqual({ whe_b: { not_1: expect.any(Number) } })
  expect(endpoints('mine')).toEqual(['whe_b'])
  while (store.removal.drop('other', 1) > 0);
  expect(endpoints('other')).toEqual([])
  expect(endpoints('mine')).toEqual(['whe_b'])
})

test('does not record an event as the newest if the commit of its delivery fails', async () => {
  database.sql.exec('PRAGMA query_only = 1')
  expect(await receive({ id: 1, endpoint: 'whe_a', note: 'not_1', minute: 1, verified: true })).toBe(
    'storage',
  )
  database.sql.exec('PRAGMA query_only = 0')
  expect(stored()).toEqual({})
})

/** Events of many notes, mostly at an endpoint that is not deleted. */
const ofManyNotes = fc
  .tuple(anEvent, fc.constantFrom('whe_a', ...Array.from({ length: 8 }, () => 'whe_b')))
  .map(([event, endpoint]) => ({ ...event, endpoint, note: `not_${event.minute}` }))

test('deletes the events of an endpoint in steps, and keeps events that arrive in between', async () => {
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
    property(2_000),
  )
})

test('deletes the remaining events of an endpoint after a step of the deletion failed', async () => {
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
  expect(endpoints('mine')).toEqual([])
})

test('copies events to another endpoint in steps without replacing newer ones', async () => {
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
