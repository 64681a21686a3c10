import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#core/database/database.ts'
import type { Sql, SqliteFailure } from '#core/database/sql.ts'
import type { IncomingDelivery } from '#core/deliveries/store/delivery-rows.ts'
import type { DeliveryStoreOptions } from '#core/deliveries/store/delivery-store.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { deliveryStoreOn } from '../../../../support/deliveries/delivery-store.ts'
import { anIncomingDelivery, storeIn as keep } from '../../../../support/deliveries/incoming-deliveries.ts'
import { noReports, silentLog } from '../../../../support/deliveries/open-delivery-engine.ts'
import { settled } from '../../../../support/deliveries/settled.ts'
import { notePayload } from '../../../../support/deliveries/signed-delivery.ts'
import { property } from '../../../../support/runs.ts'

let folder: string
let path: string
let database: Database
let nowMs = 0
let received: DeliverySummary[] = []
let health: (SqliteFailure | null)[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notehook-deliveries-'))
  path = join(folder, 'notehook.db')
  database = openDatabase(path)
  received = []
  health = []
})
afterEach(async () => {
  // Waits for the pending announcements, so that the next test doesn't receive them.
  await settled()
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

function open(sql: Sql = database.sql, options: Partial<DeliveryStoreOptions> = {}) {
  return deliveryStoreOn(sql, {
    clock: { monotonicMs: () => nowMs },
    reports: { ...noReports, committed: ({ deliveries }) => received.push(...deliveries) },
    onHealth: (failure) => health.push(failure),
    ...options,
  })
}

function incoming(webhookId: string, changes: Partial<IncomingDelivery> = {}): IncomingDelivery {
  const usual = anIncomingDelivery(webhookId, Date.parse('2026-11-21T09:00:00Z'), {
    workspaceId: null,
    endpointUrl: 'https://hooks.example.com/hooks/path-a',
    rawHeaders: ['Host', 'a', 'X-Twice', '1', 'x-twice', '2'],
    ...changes,
  })
  const isMismatch = usual.verdict === 'signature-mismatch'
  return isMismatch ? { ...usual, trace: { ...usual.trace, signature: 'mismatch' } } : usual
}

const failed = (webhookId: string, changes: Partial<IncomingDelivery> = {}) =>
  incoming(webhookId, {
    verdict: 'signature-mismatch',
    status: 401,
    answer: 'signature_mismatch',
    ...changes,
  })

const count = (table: string) => Number(database.sql.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n)

describe('events', () => {
  test('commits all deliveries that arrive in one turn of the event loop before answering any', async () => {
    const statements: string[] = []
    const store = open(spying(database.sql, (statement, isDone) => isDone && statements.push(statement)))
    const answered = Array.from({ length: 50 }, (_, at) => {
      return keep(store, incoming(`evt_${at}`)).then(() => statements.push('answer'))
    })
    await Promise.all(answered)
    expect(statements.filter((one) => one === 'COMMIT')).toHaveLength(1)
    expect(statements.indexOf('COMMIT')).toBeLessThan(statements.indexOf('answer'))
    expect(count('deliveries')).toBe(50)
  })

  test('counts the retries of an event as attempts and keeps its first body', async () => {
    const store = open()
    const bodies = ['first', 'first', 'second', 'second', '3', '4', '5', '6', '7']
    const outcomes: string[] = []
    for (const [at, body] of bodies.entries()) {
      const receivedAt = `2026-11-21T09:0${at}:00.000Z`
      outcomes.push(await keep(store, incoming('evt_1', { body: Buffer.from(body), receivedAt })))
    }
    expect(outcomes).toEqual(['stored', 'duplicate', ...Array(7).fill('body_changed')])
    const [only] = store.list({}).deliveries
    expect(store.list({}).deliveries).toHaveLength(1)
    expect(only).toMatchObject({
      attempts: 9,
      firstReceivedAt: '2026-11-21T09:00:00.000Z',
      lastReceivedAt: '2026-11-21T09:08:00.000Z',
      flags: expect.arrayContaining(['body-changed']),
    })
    const detail = store.detail(only?.id ?? 0)
    expect(Buffer.from(detail?.bodyBase64 ?? '', 'base64').toString()).toBe('first')
    expect(detail?.attemptLog.map(({ answer }) => answer)).toEqual(outcomes)
    // Five of the six other bodies are stored.
    expect(count('variants')).toBe(5)
  })

  test('stores the response time of the last attempt, measured from the last byte of the request', async () => {
    const store = open()
    nowMs = 1_000
    await keep(store, incoming('evt_1', { completeMs: 987.6 }))
    store.storeUnverified(failed('evt_2', { completeMs: 999.9 }))
    await settled()
    await keep(store, incoming('evt_3', { completeMs: 998, delayMs: 5_000 }))
    const again = { receivedAt: '2026-11-21T09:01:00.000Z', completeMs: 960 }
    await keep(store, incoming('evt_3', again))
    const times = () => store.list({}).deliveries.map(({ responseMs }) => responseMs)
    expect(times()).toEqual([40, 1, 13])
    await settled()
    expect(received.map(({ responseMs }) => responseMs)).toEqual([13, 1, 5_002, 40])
    const answer = { status: 500, answer: 'passed 500', responseMs: 7_000 }
    store.setAnswer(3, '2026-11-21T09:00:00.000Z', answer)
    expect(times()).toEqual([40, 1, 13])
    store.setAnswer(3, again.receivedAt, answer)
    expect(times()).toEqual([7_000, 1, 13])
  })

  test('a stale request gets the status of the attempt that ended the event’s retries', async () => {
    const late = (webhookId: string, changes: Partial<IncomingDelivery> = {}) =>
      incoming(webhookId, { verdict: 'stale', status: 503, answer: 'stale_timestamp', ...changes })
    const first = open()
    first.storeUnverified(late('evt_1'))
    first.storeUnverified(late('evt_2'))
    first.storeUnverified(late('evt_1', { pathId: 'path-b' }))
    first.storeUnverified(failed('evt_1', { status: 503, answer: 'secret_unproven' }))
    await settled()
    first.close()
    const store = open()
    received = []
    const statuses = () => store.list({}).deliveries.map(({ webhookId, status }) => `${webhookId} ${status}`)
    expect(await keep(store, incoming('evt_1', { status: 500, answer: 'simulated 500' }))).toBe('stored')
    expect(statuses()).toEqual(['evt_1 500', 'evt_1 503', 'evt_1 503', 'evt_2 503', 'evt_1 503'])
    expect(await keep(store, incoming('evt_1'))).toBe('duplicate')
    await settled()
    expect(statuses()).toEqual(['evt_1 200', 'evt_1 503', 'evt_1 503', 'evt_2 503', 'evt_1 200'])
    expect(received.map(({ verdict, status }) => `${verdict} ${status}`)).toContain('stale 200')
    const detail = store.detail(store.list({}).deliveries.at(-1)?.id ?? 0)
    expect(detail?.attemptLog).toMatchObject([{ status: 503, answer: 'stale_timestamp' }])
  })

  test('counts a thousand attempts of an event but stores only a hundred of them', async () => {
    const store = open()
    await Promise.all(Array.from({ length: 1000 }, () => keep(store, incoming('evt_1'))))
    const [only] = store.list({}).deliveries
    expect(only?.attempts).toBe(1000)
    expect(store.detail(only?.id ?? 0)?.attemptLog).toHaveLength(100)
  })

  test('stores headers with their order, case and duplicates, and bodies byte for byte', async () => {
    const store = open()
    const body = Buffer.from([0, 255, 10, 13, 195, 40])
    await keep(store, incoming('evt_1', { body }))
    const detail = store.detail(1)
    expect(detail?.headers).toEqual([
      ['Host', 'a'],
      ['X-Twice', '1'],
      ['x-twice', '2'],
    ])
    expect(Buffer.from(detail?.bodyBase64 ?? '', 'base64')).toEqual(body)
    expect(detail?.endpointUrl).toBe('https://hooks.example.com/hooks/path-a')
  })

  test('an announced delivery has the same payload fields as in the list', async () => {
    const store = open()
    await keep(store, incoming('evt_1'))
    await settled()
    const said = { eventType: 'note.generated', noteId: 'not_1d3tmYTlCICgjy', flags: [] }
    expect(received).toEqual([expect.objectContaining(said)])
    expect(store.list({}).deliveries).toEqual(received)
  })

  test('assigns deliveries to an endpoint whose id was unknown when they arrived', async () => {
    const store = open()
    await keep(store, incoming('evt_1', { endpointId: null }))
    expect(store.list({ endpointId: 'whe_a' }).deliveries).toHaveLength(0)
    store.adopt('path-a', 'whe_a')
    expect(store.list({ endpointId: 'whe_a' }).deliveries).toHaveLength(1)
    const path = { workspaceId: null, endpointId: 'whe_a', pathId: 'path-a' }
    expect(store.lastVerifiedAt(path)).toBe('2026-11-21T09:00:00.000Z')
    expect(store.lastVerifiedAt({ ...path, pathId: 'path-b' })).toBeNull()
  })
})

describe('lists', () => {
  test('the pages of a list contain every delivery exactly once, newest first', async () => {
    const store = open()
    for (let at = 0; at < 25; at++) {
      if (at % 3 === 0) store.storeUnverified(failed(`evt_${at}`))
      else await keep(store, incoming(`evt_${at}`, { endpointId: at % 2 ? 'whe_a' : 'whe_b' }))
      await settled()
    }
    const pages = (endpointId?: string) => {
      const ids: number[] = []
      for (let before: number | undefined; ; before = ids.at(-1)) {
        const { deliveries, hasMore } = store.list({ before, limit: 4, endpointId })
        ids.push(...deliveries.map(({ id }) => id))
        if (!hasMore) return ids
      }
    }
    const ids = pages()
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
    expect(ids).toHaveLength(25)
    expect(pages('whe_b')).toHaveLength(8)
  })

  test('lists the deliveries of a note in pages, or only those of one endpoint', async () => {
    const store = open()
    for (let at = 0; at < 12; at++) {
      const body = Buffer.from(notePayload(`evt_${at}`, { note_id: at % 2 ? 'not_1' : 'not_2' }))
      await keep(store, incoming(`evt_${at}`, { body, endpointId: at % 3 ? 'whe_a' : 'whe_b' }))
    }
    store.storeUnverified(
      failed('evt_forged', { body: Buffer.from(notePayload('evt_forged', { note_id: 'not_1' })) }),
    )
    await settled()
    const first = store.list({ noteId: 'not_1', limit: 4 })
    const rest = store.list({ noteId: 'not_1', limit: 4, before: first.deliveries.at(-1)?.id })
    expect([...first.deliveries, ...rest.deliveries].map(({ webhookId }) => webhookId)).toEqual(
      [11, 9, 7, 5, 3, 1].map((at) => `evt_${at}`),
    )
    expect([first.hasMore, rest.hasMore]).toEqual([true, false])
    expect(store.list({ noteId: 'not_1', endpointId: 'whe_b' }).deliveries).toHaveLength(2)
    expect(store.list({ noteId: 'not_3' }).deliveries).toEqual([])
  })

  test('reads every list of deliveries through an index without sorting', () => {
    const plan = (query: string) =>
      database.sql
        .prepare(`EXPLAIN QUERY PLAN ${query}`)
        .all()
        .map(({ detail }) => String(detail))
        .join('; ')
    const plans = [
      plan('SELECT id FROM deliveries WHERE id < 5 ORDER BY id DESC LIMIT 10'),
      plan("SELECT id, flags FROM deliveries WHERE endpoint_id = 'a' AND id < 5 ORDER BY id DESC LIMIT 10"),
      plan("SELECT id, body FROM deliveries WHERE path_id = 'a' AND webhook_id = 'b' AND verified = 1"),
      plan("SELECT id FROM deliveries WHERE path_id = 'a' AND verified = 0 ORDER BY id LIMIT 1"),
      plan(
        'SELECT * FROM deliveries WHERE note_id = ?1 AND id < ?2 AND (?4 IS NULL OR endpoint_id = ?4) ORDER BY id DESC LIMIT ?3',
      ),
    ]
    for (const one of plans) {
      expect(one).toMatch(/SEARCH|USING INDEX/)
      expect(one).not.toContain('TEMP B-TREE')
    }
  })
})

describe('unverified requests', () => {
  test('stores at most ten unverified requests a second for each path', async () => {
    const store = open()
    const burst = () => {
      for (let at = 0; at < 30; at++) {
        store.storeUnverified(failed(`evt_${at}`))
        store.storeUnverified(failed(`evt_${at}`, { pathId: 'path-b' }))
      }
    }
    burst()
    await settled()
    expect(count('deliveries')).toBe(20)
    nowMs += 1000
    burst()
    await settled()
    expect(count('deliveries')).toBe(40)
  })

  test('keeps only the newest thousand unverified requests of each path', async () => {
    await keep(open(), incoming('evt_verified'))
    for (let at = 0; at < 1040; at++) {
      nowMs += 1000
      const store = open()
      store.storeUnverified(failed(`evt_${at}`))
      store.close()
    }
    expect(count('deliveries')).toBe(1001)
    expect(open().list({ limit: 1 }).deliveries[0]?.webhookId).toBe('evt_1039')
    expect(count("deliveries WHERE webhook_id = 'evt_39'")).toBe(0)
    expect(count("deliveries WHERE webhook_id = 'evt_40'")).toBe(1)
  })

  test('limits unverified requests to 64 MiB for each path', async () => {
    const store = open()
    for (let at = 0; at < 270; at++) {
      if (at % 10 === 0) nowMs += 1000
      store.storeUnverified(failed(`evt_${at}`, { body: Buffer.alloc(256 * 1024) }))
      await settled()
    }
    const bytes = database.sql.prepare('SELECT sum(length(body)) AS n FROM deliveries').get()?.n
    expect(Number(bytes)).toBeLessThanOrEqual(64 * 1024 * 1024)
    expect(count('deliveries')).toBe(255)
  })

  test('deletes unverified requests first when the disk is nearly full', async () => {
    let free = 10 ** 12
    const store = open(database.sql, { freeBytes: () => free })
    await keep(store, incoming('evt_verified'))
    store.storeUnverified(failed('evt_1'))
    await settled()
    free = 100 * 1024 * 1024
    nowMs += 60_000
    store.storeUnverified(failed('evt_2'))
    await keep(store, incoming('evt_verified_2'))
    expect(store.list({}).deliveries.map(({ verdict }) => verdict)).toEqual(['verified', 'verified'])
  })

  test('stores a verified delivery after an unverified request with the same id', async () => {
    const store = open()
    store.storeUnverified(failed('evt_1'))
    expect(await keep(store, incoming('evt_1'))).toBe('stored')
    expect(store.list({}).deliveries.map(({ verdict }) => verdict)).toEqual([
      'verified',
      'signature-mismatch',
    ])
  })

  test('shows no event type or note for an unverified request', async () => {
    const store = open()
    store.storeUnverified(failed('evt_1'))
    await settled()
    expect(store.list({}).deliveries[0]).toMatchObject({ eventType: null, noteId: null, attempts: 1 })
  })
})

describe('the webhook-id of an event', () => {
  const all = Array.from({ length: 300 }, (_, at) => `evt_${at}`)

  test('recognizes a duplicate event after a restart or a crash', async () => {
    const store = open()
    await Promise.all(all.map((id) => keep(store, incoming(id))))
    for (const one of [store, open()])
      for (const id of all) expect(await keep(one, incoming(id))).toBe('duplicate')
    expect(count('deliveries')).toBe(300)
  })

  test('stores a delivery with the same ID on another path as a separate event', async () => {
    const store = open()
    await keep(store, incoming('evt_1'))
    expect(await keep(store, incoming('evt_1', { pathId: 'path-b' }))).toBe('stored')
    expect(await keep(open(), incoming('evt_1', { pathId: 'path-b' }))).toBe('duplicate')
  })
})

describe('the store while the disk fails', () => {
  test('acknowledges no delivery while the disk is full, and resumes without a restart', async () => {
    const store = open()
    const pages = Number(database.sql.prepare('PRAGMA page_count').get()?.page_count)
    database.sql.exec(`PRAGMA max_page_count = ${pages + 4}`)
    const outcomes: string[] = []
    const big = () => Buffer.from(notePayload('x', { filler: 'y'.repeat(2000) }))
    for (let at = 0; at < 30; at++) outcomes.push(await keep(store, incoming(`evt_${at}`, { body: big() })))
    expect(outcomes.at(-1)).toBe('storage')
    expect(health.at(-1)).toBe('full')
    expect(count('deliveries')).toBe(outcomes.filter((one) => one === 'stored').length)

    database.sql.exec('PRAGMA max_page_count = 1000000')
    expect(await keep(store, incoming('evt_after'))).toBe('stored')
    expect(health.at(-1)).toBeNull()
  })

  test('logs a disk failure only once until the disk works again', async () => {
    const lines: string[] = []
    const store = open(database.sql, { log: { ...silentLog, error: (message) => lines.push(message) } })
    const fill = async () => {
      const body = Buffer.alloc(200_000)
      for (let at = 0; at < 3; at++) await keep(store, incoming(`evt_${lines.length}_${at}`, { body }))
    }
    const pages = Number(database.sql.prepare('PRAGMA page_count').get()?.page_count)
    database.sql.exec(`PRAGMA max_page_count = ${pages}`)
    await fill()
    expect(lines).toHaveLength(1)
    database.sql.exec('PRAGMA max_page_count = 1000000')
    await keep(store, incoming('evt_between'))
    const now = Number(database.sql.prepare('PRAGMA page_count').get()?.page_count)
    database.sql.exec(`PRAGMA max_page_count = ${now}`)
    await fill()
    expect(lines).toHaveLength(2)
  })

  test('acknowledges no delivery while another program locks the database file', async () => {
    database.sql.exec('PRAGMA busy_timeout = 10')
    const other = new DatabaseSync(path)
    other.exec('BEGIN IMMEDIATE')
    const store = open()
    expect(await keep(store, incoming('evt_1'))).toBe('storage')
    expect(health).toEqual(['busy'])
    other.exec('ROLLBACK')
    other.close()
    // The store waits a second before it tries the disk again, so that a busy disk doesn't block the app.
    expect(await keep(store, incoming('evt_1'))).toBe('storage')
    nowMs += 1000
    expect(await keep(store, incoming('evt_1'))).toBe('stored')
  })

  test('acknowledges only stored deliveries, whichever SQL statement fails', async () => {
    const fault = fc.constantFrom('none', 'none', 'BEGIN', 'run', 'COMMIT', 'after COMMIT')
    const step = fc.record({ fault, ids: fc.array(fc.nat(8), { minLength: 1, maxLength: 6 }) })
    let serial = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        let failing = 'none'
        const sql = spying(database.sql, (statement, isDone) => {
          const at = isDone ? `after ${statement}` : statement
          if (failing !== 'none' && at.startsWith(failing)) throw new Error('The disk failed.')
        })
        const pathId = `run-${++serial}`
        const store = open(sql)
        const acknowledged = new Set<string>()
        for (const { fault, ids } of steps) {
          failing = fault
          await Promise.all(
            ids.map(async (id) => {
              const outcome = await keep(store, incoming(`evt_${id}`, { pathId }))
              if (outcome !== 'storage') acknowledged.add(`evt_${id}`)
            }),
          )
          failing = 'none'
        }
        const rows = database.sql
          .prepare('SELECT webhook_id AS id FROM deliveries WHERE path_id = ? AND verified = 1')
          .all(pathId)
        const stored = new Set(rows.map(({ id }) => String(id)))
        for (const id of acknowledged) expect(stored).toContain(id)
        // A failed commit may still be on the disk, so its retry must not create another event.
        const next = open()
        for (const again of [store, next])
          for (const id of stored)
            expect(await keep(again, incoming(id, { pathId }))).toMatch(/duplicate|body_changed/)
        expect(rows).toHaveLength(stored.size)
        next.close()
        store.close()
      }),
      property(50_000),
    )
  })
})

test('stores the same events whatever the order of deliveries, retries, invalid requests and restarts', async () => {
  const operation = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('keep' as const),
        id: fc.nat(6),
        body: fc.nat(3),
        path: fc.nat(1),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('noise' as const), id: fc.nat(6) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('commit' as const) }) },
  )
  let serial = 0
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 50 }), async (operations) => {
      const pathIds = [`model-${++serial}-a`, `model-${serial}-b`]
      const model = new Map<string, { body: string; attempts: number; bodies: Set<string> }>()
      let store = open()
      let pending: Promise<unknown>[] = []
      const settle = async () => {
        await Promise.all(pending)
        pending = []
      }
      for (const one of operations) {
        if (one.kind === 'commit') await settle()
        else if (one.kind === 'noise')
          store.storeUnverified(failed(`evt_${one.id}`, { pathId: pathIds[0] ?? '' }))
        else if (one.kind === 'kill') {
          // Opens a new store without closing the old one, as after a kill. All acknowledged deliveries are on the disk by then.
          await settle()
          store = open()
        } else {
          const pathId = pathIds[one.path] ?? ''
          const body = `{"n":${one.body}}`
          const key = `${pathId} evt_${one.id}`
          const event = model.get(key) ?? { body, attempts: 0, bodies: new Set() }
          const expected =
            event.attempts === 0 ? 'stored' : event.body === body ? 'duplicate' : 'body_changed'
          model.set(key, { ...event, attempts: event.attempts + 1, bodies: event.bodies.add(body) })
          pending.push(
            keep(store, incoming(`evt_${one.id}`, { pathId, body: Buffer.from(body) })).then((outcome) =>
              expect(outcome).toBe(expected),
            ),
          )
        }
      }
      await settle()
      store.close()
      const rows = database.sql
        .prepare(
          `SELECT path_id || ' ' || webhook_id AS key, body, attempts,
             (SELECT count(*) FROM variants WHERE delivery_id = deliveries.id) AS variants
           FROM deliveries WHERE verified = 1 AND path_id IN (?, ?)`,
        )
        .all(...pathIds)
      const stored = rows.map(({ key, body, attempts, variants }) => {
        const text = Buffer.from(body instanceof Uint8Array ? body : []).toString()
        return [String(key), text, Number(attempts), Number(variants)]
      })
      const wanted = [...model].map(([key, event]) => [
        key,
        event.body,
        event.attempts,
        event.bodies.size - 1,
      ])
      expect(stored.sort()).toEqual(wanted.sort())
    }),
    property(20_000),
  )
})

/** Wraps a connection so that `hear` is called before and after every statement. */
function spying(sql: Sql, hear: (statement: string, isDone: boolean) => unknown): Sql {
  const around = <Result>(statement: string, work: () => Result): Result => {
    hear(statement, false)
    const result = work()
    hear(statement, true)
    return result
  }
  const spyOn = (statement: StatementSync): StatementSync =>
    new Proxy(statement, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => around(String(key), () => value.apply(target, args))
      },
    })
  return {
    exec: (statement) => around(statement, () => sql.exec(statement)),
    prepare: (statement) => spyOn(sql.prepare(statement)),
    get isTransaction() {
      return sql.isTransaction
    },
  }
}
