import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#core/database/database.ts'
import { type PathSecrets, signingKey, verify } from '#core/deliveries/listener/verify.ts'
import { deliveryStoreOn } from '../../../../support/deliveries/delivery-store.ts'
import { settled } from '../../../../support/deliveries/settled.ts'
import { otherSecret, sampleSecret, signDelivery } from '../../../../support/deliveries/signed-delivery.ts'
import { property } from '../../../../support/runs.ts'

let folder: string
let database: Database
let nowMs = 0

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notehook-history-'))
  database = openDatabase(join(folder, 'notehook.db'))
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

const open = () => deliveryStoreOn(database.sql, { clock: { monotonicMs: () => nowMs } })

const ready: PathSecrets = { kind: 'ready', keys: [signingKey(sampleSecret)] }
const missing: PathSecrets = { kind: 'unavailable', reason: 'missing' }
const start = Date.parse('2026-11-21T09:00:00Z')

interface Sent {
  readonly id: string
  readonly body?: string
  readonly secret?: string
  /** Seconds after the first delivery, and the error of its timestamp in seconds. */
  readonly at: number
  readonly off?: number
}

const pathOf = (pathId: string) => ({ pathId, endpointId: `whe_${pathId}`, workspaceId: null })

/** Returns a delivery as the listener passes it on, verified with the given secrets. */
function incoming(pathId: string, { id, body, secret, at, off = 0 }: Sent, secrets: PathSecrets) {
  const receivedAt = new Date(start + at * 1000)
  const delivery = signDelivery({
    id,
    timestamp: receivedAt.getTime() / 1000 - off,
    ...(body === undefined ? {} : { body }),
    ...(secret === undefined ? {} : { secret }),
  })
  const { verdict, trace } = verify(delivery, delivery.body, secrets, receivedAt, 300)
  const kept = verdict === 'verified'
  return {
    ...pathOf(pathId),
    endpointUrl: null,
    receivedAt: receivedAt.toISOString(),
    webhookId: id,
    webhookTimestamp: delivery.timestamp,
    rawHeaders: [
      'Webhook-Id',
      id,
      'webhook-timestamp',
      delivery.timestamp,
      'webhook-signature',
      delivery.signature,
    ],
    body: delivery.body,
    verdict,
    trace,
    flags: [],
    status: kept ? 200 : 503,
    answer: kept ? 'stored' : 'not_ready',
    completeMs: nowMs,
    delayMs: 0,
  }
}

async function receive(store: ReturnType<typeof open>, pathId: string, sent: Sent, secrets: PathSecrets) {
  nowMs += 1000
  const one = incoming(pathId, sent, secrets)
  if (one.verdict !== 'verified') return store.storeUnverified(one)
  await new Promise((resolve) => store.storeVerified(one, resolve))
}

const all = (store: ReturnType<typeof open>, pathId: string) =>
  store.list({ endpointId: `whe_${pathId}`, limit: 200 }).deliveries

test('stores one event for each webhook-id, with its attempts in order', async () => {
  const step = fc.record({
    id: fc.nat(4),
    body: fc.nat(2),
    kind: fc.constantFrom('signed', 'signed', 'signed', 'forged', 'stale'),
    isHere: fc.boolean(),
  })
  let serial = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
      const pathId = `path-${++serial}`
      const store = open()
      for (const [at, { id, body, kind, isHere }] of steps.entries()) {
        const sent: Sent = {
          id: `evt_${id}`,
          body: `{"n":${body}}`,
          at,
          ...(kind === 'forged' ? { secret: otherSecret } : {}),
          ...(kind === 'stale' ? { off: 301 } : {}),
        }
        await receive(store, pathId, sent, isHere ? ready : missing)
      }
      store.reverify(pathOf(pathId), ready, 300)
      const rows = all(store, pathId)
      const events = rows.filter(({ verdict }) => verdict === 'verified')
      const genuine = steps.filter(({ kind }) => kind === 'signed')
      const ids = new Set(genuine.map(({ id }) => `evt_${id}`))
      expect(new Set(events.map(({ webhookId }) => webhookId))).toEqual(ids)
      expect(events).toHaveLength(ids.size)
      const others = rows.filter(({ verdict }) => verdict !== 'verified').map(({ verdict }) => verdict)
      const expected = steps.flatMap(({ kind }) =>
        kind === 'signed' ? [] : [kind === 'forged' ? 'signature-mismatch' : 'stale'],
      )
      expect(others.sort()).toEqual(expected.sort())
      for (const event of events) {
        const tries = [...steps.entries()].filter(
          ([, { id, kind }]) => kind === 'signed' && `evt_${id}` === event.webhookId,
        )
        const log = store.detail(event.id)?.attemptLog ?? []
        const times = tries.map(([at]) => new Date(start + at * 1000).toISOString())
        expect(log.map(({ receivedAt }) => receivedAt)).toEqual(times)
        expect(log.map(({ status }) => status)).toEqual(tries.map(([, { isHere }]) => (isHere ? 200 : 503)))
        expect(event).toMatchObject({
          attempts: tries.length,
          firstReceivedAt: times[0],
          lastReceivedAt: times.at(-1),
          status: log.at(-1)?.status,
        })
        const differ = new Set(tries.map(([, { body }]) => body)).size > 1
        expect(event.flags.includes('body-changed')).toBe(differ)
      }
      // A second verification changes nothing.
      store.reverify(pathOf(pathId), ready, 300)
      expect(all(store, pathId)).toEqual(rows)
      store.close()
    }),
    property(20_000),
  )
})

test('checking a new secret with earlier verified deliveries does not change their verdicts', async () => {
  const store = open()
  await receive(store, 'a', { id: 'evt_1', at: 0 }, ready)
  await receive(store, 'a', { id: 'evt_2', at: 1, off: 400 }, ready)
  await receive(store, 'a', { id: 'evt_3', at: 2 }, missing)
  await receive(store, 'b', { id: 'evt_1', at: 3 }, missing)
  const other: PathSecrets = { kind: 'ready', keys: [signingKey(otherSecret)] }
  expect(store.reverify(pathOf('a'), other, 300)).toEqual({ judged: 2, verifying: 0, lastAt: null })
  expect(all(store, 'a').map(({ verdict }) => verdict)).toEqual(['signature-mismatch', 'stale', 'verified'])
  expect(all(store, 'b').map(({ verdict }) => verdict)).toEqual(['no-secret'])
  expect(store.reverify(pathOf('a'), ready, 300)).toEqual({
    judged: 2,
    verifying: 2,
    lastAt: '2026-11-21T09:00:02.000Z',
  })
  expect(all(store, 'a')[0]).toMatchObject({ verdict: 'verified', eventType: 'note.generated', status: 503 })
})

test('verifying deliveries again changes no verdict if the disk fails', async () => {
  const store = open()
  await receive(store, 'a', { id: 'evt_1', at: 0 }, missing)
  await settled()
  const before = all(store, 'a')
  database.sql.exec("CREATE TRIGGER refuse BEFORE UPDATE ON deliveries BEGIN SELECT RAISE(ABORT, 'no'); END")
  expect(() => store.reverify(pathOf('a'), ready, 300)).toThrow()
  database.sql.exec('DROP TRIGGER refuse')
  expect(before).toHaveLength(1)
  expect(all(store, 'a')).toEqual(before)
})

test('an event keeps the stars and remarks of deliveries that become its attempts', async () => {
  const store = open()
  await receive(store, 'marked', { id: 'evt_a', at: 0 }, ready)
  await receive(store, 'marked', { id: 'evt_a', at: 60 }, missing)
  await receive(store, 'marked', { id: 'evt_a', at: 120 }, missing)
  await settled()
  const [third, second, first] = all(store, 'marked')
  store.annotate(first?.id ?? 0, { remark: 'Seen' })
  store.annotate(second?.id ?? 0, { starred: true })
  store.annotate(third?.id ?? 0, { remark: 'Seen again' })
  store.reverify(pathOf('marked'), ready, 300)
  expect(all(store, 'marked')).toEqual([
    expect.objectContaining({ id: first?.id, attempts: 3, starred: true, remark: 'Seen\nSeen again' }),
  ])
})

test('keeps a starred request even when there are too many unverified requests', async () => {
  const store = open()
  await receive(store, 'ring', { id: 'evt_kept', at: 0, secret: otherSecret }, ready)
  await receive(store, 'ring', { id: 'evt_dropped', at: 1, secret: otherSecret }, ready)
  await settled()
  const kept = all(store, 'ring').find(({ webhookId }) => webhookId === 'evt_kept')
  store.annotate(kept?.id ?? 0, { starred: true })
  for (let n = 0; n < 1000; n++)
    await receive(store, 'ring', { id: `evt_${n}`, at: 2 + n, secret: otherSecret }, ready)
  await settled()
  const rows = database.sql.prepare("SELECT webhook_id AS id FROM deliveries WHERE path_id = 'ring'").all()
  expect(rows).toHaveLength(1000)
  const ids = new Set(rows.map(({ id }) => id))
  expect(ids.has('evt_kept')).toBe(true)
  expect(ids.has('evt_dropped')).toBe(false)
})

test('returns every step of the verification of a delivery', async () => {
  const store = open()
  const sent = incoming('traced', { id: 'evt_traced', at: 0 }, ready)
  const several = sent.rawHeaders.map((text) => (text.startsWith('v1,') ? `v1,other ${text} v2,later` : text))
  const [id = '', timestamp = '', signature = ''] = several.filter((_, at) => at % 2 === 1)
  const { verdict, trace } = verify({ id, timestamp, signature }, sent.body, ready, new Date(start), 300)
  expect(trace.entries.map(({ matches }) => matches)).toEqual([false, true, false])
  await new Promise((resolve) =>
    store.storeVerified({ ...sent, rawHeaders: several, verdict, trace }, resolve),
  )
  const [kept] = all(store, 'traced')
  expect(store.detail(kept?.id ?? 0)?.trace).toEqual(trace)
})
