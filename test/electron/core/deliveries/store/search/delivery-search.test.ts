import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#core/database/database.ts'
import { bodyWords } from '#core/database/search-functions.ts'
import type { Sql } from '#core/database/sql.ts'
import { wellFormed } from '#core/deliveries/listener/webhook-headers.ts'
import type { IncomingDelivery } from '#core/deliveries/store/delivery-rows.ts'
import { createDeliverySearch } from '#core/deliveries/store/search/delivery-search.ts'
import { createDeliveryWords } from '#core/deliveries/store/search/delivery-words.ts'
import { holdsPhrase } from '#shared/deliveries/body-words.ts'
import { unknownNames } from '#shared/deliveries/events/unknown-names.ts'
import { type DeliveryFilter, parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { matchesFilter } from '#shared/deliveries/filter/filter-matching.ts'
import type { DeliverySummary, Verdict } from '#shared/deliveries/model.ts'
import {
  openDeliveryStore,
  type TestDeliveryStore,
} from '../../../../../support/deliveries/delivery-store.ts'
import { silentLog } from '../../../../../support/deliveries/open-delivery-engine.ts'
import { eventually } from '../../../../../support/eventually.ts'
import { property } from '../../../../../support/runs.ts'

let database: Database
let store: TestDeliveryStore
let end: () => void

beforeEach(() => {
  ;({ database, store, end } = openDeliveryStore())
})
afterEach(() => end())

const start = Date.UTC(2026, 10, 20, 8)
const pick = <Value>(values: readonly Value[], at: number): Value => values[at % values.length] as Value

/** Returns a delivery whose filterable values vary independently with `n`. */
function incoming(n: number, changes: Partial<IncomingDelivery> = {}): IncomingDelivery {
  const verdict: Verdict = n % 11 === 3 ? pick(['stale', 'signature-mismatch', 'no-secret'], n) : 'verified'
  const signature = verdict === 'verified' || verdict === 'stale' ? 'valid' : 'mismatch'
  const receivedMs = start + n * 37_000 - (n % 13 === 0 ? 3_600_000 : 0)
  const body = {
    event_id: `evt_${n}`,
    event_type: pick(['note.edited', 'note.generated', 'note.edited', 'note.moved'], n),
    note_id: `not_${n % 17}abc`,
    occurred_at:
      n % 19 === 0 ? 'yesterday' : new Date(receivedMs - pick([1, 90, 4000], n) * 1000).toISOString(),
    said: pick(['budget', 'Weekly Review', 'crème brûlée', '会議'], n % 5),
  }
  return {
    pathId: 'path-a',
    endpointId: pick(['whe_a', 'whe_b', null], n % 7),
    workspaceId: n % 6 === 0 ? 'other' : 'mine',
    endpointUrl: null,
    receivedAt: new Date(receivedMs).toISOString(),
    webhookId: `evt_${n}`,
    webhookTimestamp: '1795251600',
    rawHeaders: [],
    body: Buffer.from(JSON.stringify(body)),
    verdict,
    trace: { headers: wellFormed, signature, entries: [], signedPrefix: null, bodyBytes: 0, age: null },
    completeMs: 0,
    delayMs: 0,
    flags: [],
    status: verdict === 'verified' ? pick([200, 204], n) : pick([401, 503], n),
    answer: 'stored',
    ...changes,
  }
}

async function fill(count: number) {
  const kept = Array.from({ length: count }, (_, n) => {
    const one = incoming(n)
    if (one.verdict === 'verified') return new Promise((resolve) => store.storeVerified(one, resolve))
    store.storeUnverified(one)
    return null
  })
  await Promise.all(kept)
  for (let n = 0; n < count; n += 4) {
    const changes = pick(
      [{ starred: true }, { remark: 'Ask Mara, bŭdget' }, { starred: true, remark: 'late' }],
      n,
    )
    store.annotate(n, changes)
  }
  for (let n = 0; n < count; n += 9) {
    if (incoming(n).verdict === 'verified')
      await new Promise((resolve) =>
        store.storeVerified(incoming(n, { status: n % 2 === 0 ? 500 : 200 }), resolve),
      )
  }
}

const indexed = () => Number(database.sql.prepare('SELECT through FROM delivery_words_state').get()?.through)
const stored = () => Number(database.sql.prepare('SELECT max(id) AS id FROM deliveries').get()?.id)

function found(text: string, limit = 7): number[] {
  const filter = parseDeliveryFilter(text)
  const ids: number[] = []
  let before: number | undefined
  for (let page = 0; page < 10_000; page++) {
    const { deliveries, hasMore, reached } = store.list({ filter, before, limit, workspaceId: 'mine' })
    ids.push(...deliveries.map(({ id }) => id))
    if (!hasMore) return ids
    before = reached ?? deliveries.at(-1)?.id
  }
  throw new Error('The pages do not end.')
}

function everything(): { readonly line: DeliverySummary; readonly words: readonly string[] }[] {
  const { deliveries } = store.list({ limit: 10_000, workspaceId: 'mine' })
  return deliveries.map((line) => ({
    line,
    words: bodyWords(Buffer.from(store.detail(line.id)?.bodyBase64 ?? '', 'base64')),
  }))
}

function matches(filter: DeliveryFilter, { line, words }: ReturnType<typeof everything>[number]): boolean {
  return (
    matchesFilter(filter, line) !== false &&
    filter.phrases.every((phrase) => holdsPhrase(words, phrase)) &&
    !filter.noPhrases.some((phrase) => holdsPhrase(words, phrase))
  )
}

const piece = fc
  .tuple(
    fc.constantFrom('', '', '-'),
    fc.constantFrom(
      ...[
        'type:note.edited',
        'type:note.moved',
        'type:gen',
        'verdict:verified',
        'verdict:stale',
        'verdict:no',
      ],
      ...['endpoint:whe_a', 'endpoint:whe_c', 'note:not_3abc', 'status:200', 'status:5xx', 'status:>=400'],
      ...['attempt:>1', 'attempt:1', 'attempt:<=2', 'lag:>1m', 'lag:<30s', 'lag:>=1h', 'budget', 'bud', 'b'],
      ...['"weekly review"', 'evt_3', 'not_5abc', 'creme', '会議', 'nowhere', 'after:2026-11-20T09:00:00Z'],
      ...['is:starred', 'is:rem', 'remark:budget', 'remark:"ask mara"', 'remark:la', 'is:'],
      ...['before:2026-11-20T10:30:00Z', 'after:2026-11-21', 'before:2026-11-20', 'after:1200-01-01'],
    ),
  )
  .map(([not, text]) => not + text)

describe('a filtered list of deliveries', () => {
  test.each(['before', 'after'])(
    'the store and the page’s filter find the same deliveries, %s the words of bodies are indexed',
    async (when) => {
      await fill(300)
      if (when === 'after') await eventually(() => expect(indexed()).toBe(stored()))
      const all = everything()
      fc.assert(
        fc.property(
          fc.array(piece, { minLength: 1, maxLength: 4 }),
          fc.integer({ min: 1, max: 60 }),
          (pieces, limit) => {
            const text = pieces.join(' ')
            const expected = all
              .filter((one) => matches(parseDeliveryFilter(text), one))
              .map(({ line }) => line.id)
            expect(found(text, limit), text).toEqual(expected)
          },
        ),
        property(20_000),
      )
    },
  )

  test('a long search that has found nothing returns a cursor to continue from', async () => {
    await fill(1_400)
    const filter = parseDeliveryFilter('-evt')
    const first = store.list({ filter, workspaceId: 'mine' })
    expect(first).toEqual({ deliveries: [], hasMore: true, reached: expect.any(Number) })
    expect(found('-evt')).toEqual([])
    const [newest, second] = store.list({ limit: 2, workspaceId: 'mine' }).deliveries
    const ids = [newest?.id ?? 0, second?.id ?? 0]
    const among = store.list({
      filter: parseDeliveryFilter(newest?.webhookId ?? ''),
      ids,
      workspaceId: 'mine',
    })
    expect(among.deliveries.map(({ id }) => id)).toEqual([newest?.id])
  })

  test('finds deliveries by the beginning of a word in their body, even if many match', async () => {
    const said = (n: number) => Buffer.from(JSON.stringify({ said: `weekly report${n}` }))
    for (let n = 0; n < 50; n++)
      store.storeVerified(incoming(n * 11, { workspaceId: 'mine', body: said(n) }), () => {})
    await eventually(() => expect(indexed()).toBe(50))
    const many = Object.entries({ weekly: 50, repo: 50, report1: 11, report11: 1, '"weekly report4"': 11 })
    for (const [text, n] of many) expect(found(text), text).toHaveLength(n)
    for (const text of ['reporters', 'weeks', '"report1 weekly"']) expect(found(text), text).toEqual([])
  })

  test('finds a delivery by its star or remark until the user removes it', async () => {
    await fill(20)
    const [newest, second] = store.list({ limit: 2, workspaceId: 'mine' }).deliveries
    const [id = 0, other = 0] = [newest?.id, second?.id]
    for (const one of found('is:starred')) store.annotate(one, { starred: false, remark: '' })
    for (const one of found('is:remarked')) store.annotate(one, { remark: '' })
    expect(store.annotate(id, { starred: true })).toMatchObject({ id, starred: true, remark: '' })
    expect(store.annotate(id, { remark: 'Shown to Sam' })).toMatchObject({
      starred: true,
      remark: 'Shown to Sam',
    })
    expect(store.annotate(other, { remark: 'Sam too' })).toMatchObject({ starred: false })
    expect(store.detail(id)).toMatchObject({ starred: true, remark: 'Shown to Sam' })
    expect(found('is:starred')).toEqual([id])
    expect(found('remark:sam')).toEqual([id, other])
    expect(found('remark:"to sam"')).toEqual([id])
    store.annotate(id, { starred: false })
    expect(found('is:starred')).toEqual([])
    expect(store.annotate(9_999, { starred: true })).toBeNull()
    while (store.removal.drop('mine', 10) > 0);
    expect(found('is:remarked')).toEqual([])
  })

  test('does not find a deleted delivery by the words of its body', async () => {
    await fill(60)
    await eventually(() => expect(indexed()).toBe(stored()))
    expect(found('budget').length).toBeGreaterThan(2)
    while (store.removal.drop('mine', 10) > 0);
    expect(found('budget')).toEqual([])
    store.storeUnverified(incoming(3, { workspaceId: 'other' }))
    const counted = (sql: string) => Number(database.sql.prepare(sql).get()?.n)
    await eventually(() => {
      expect(indexed()).toBe(stored())
      expect(counted('SELECT count(*) AS n FROM delivery_words_deleted')).toBe(0)
    })
    expect(counted("SELECT count(*) AS n FROM delivery_words WHERE delivery_words MATCH 'evt'")).toBe(
      counted('SELECT count(*) AS n FROM deliveries'),
    )
  })

  test('keeps the index of words in bodies in fewer than 16 segments', () => {
    const { sql } = database
    const words = createDeliveryWords({ sql, log: silentLog })
    words.close()
    const segments = () =>
      Number(sql.prepare('SELECT count(DISTINCT segid) AS n FROM delivery_words_idx').get()?.n)
    for (let n = 0; n < 40; n++) {
      store.storeVerified(incoming(n * 11), () => {})
      store.close()
      words.fill()
      expect(segments()).toBeLessThan(16)
    }
    expect(indexed()).toBe(40)
  })

  test('filters deliveries without a full table scan and without sorting', async () => {
    const statements = new Set<string>()
    const sql: Sql = {
      exec: (text) => database.sql.exec(text),
      isTransaction: false,
      prepare(text) {
        statements.add(text)
        return database.sql.prepare(text)
      },
    }
    const search = createDeliverySearch(sql)
    createDeliveryWords({ sql, log: silentLog }).close()
    const filters = [
      'type:note.edited after:2026-11-20 before:2026-11-22',
      'note:not_1',
      'endpoint:whe_a',
      'verdict:stale',
    ]
    for (const text of [
      ...filters,
      'attempt:>1',
      'status:5xx',
      'two words',
      'lag:>1h',
      'is:starred remark:late',
      '-is:remarked',
      'sent:failed type:note.edited',
      '-sent:failed',
      'sent:passed',
      '-type:note.edited',
    ]) {
      search.find({ workspaceId: 'mine' }, parseDeliveryFilter(text))
    }
    for (const text of statements) {
      if (!text.startsWith('SELECT')) continue
      const plan = database.sql
        .prepare(`EXPLAIN QUERY PLAN ${text}`)
        .all()
        .map(({ detail }) => String(detail))
      for (const step of plan) {
        expect(step, text).not.toMatch(/SCAN (?:deliver(?!y_words)|sends|later)|TEMP B-TREE FOR ORDER/)
      }
    }
    expect(statements.size).toBeGreaterThan(15)
  })
})

test('a search for an unknown field or event type goes back to the first delivery that has it', async () => {
  await fill(80)
  await eventually(() => expect(indexed()).toBe(stored()))
  const verified = store
    .list({ limit: 1_000, workspaceId: 'mine' })
    .deliveries.filter(({ verdict }) => verdict === 'verified')
  const seen = new Set<string>()
  for (const { id } of verified.reverse()) {
    const body = Buffer.from(store.detail(id)?.bodyBase64 ?? '', 'base64').toString()
    for (const { name, q } of unknownNames(body)) {
      expect(
        found(q).some((other) => other < id),
        `${name} before ${id}`,
      ).toBe(seen.has(name))
      seen.add(name)
    }
  }
  expect([...seen].sort()).toEqual(['note.moved', 'said'])
})

test('finds deliveries by the outcome of the last send to each receiver', async () => {
  await fill(60)
  const all = store.list({ limit: 100, workspaceId: 'mine' }).deliveries.map(({ id }) => id)
  const [fixed = 0, broken = 0, late = 0, half = 0, stopped = 0] = all
  database.sql.exec(`INSERT INTO receivers (id, workspace_id, name, created_at, live, settings, address_kind)
    VALUES ('one', 'mine', 'One', '', 0, '{}', 'loopback'), ('two', 'mine', 'Two', '', 0, '{}', 'loopback')`)
  const send =
    database.sql.prepare(`INSERT INTO sends (workspace_id, receiver_id, delivery_id, mode, cause, at, url, status, problem,
    phases) VALUES ('mine', ?, ?, 'retry', 'user', '', '', ?, ?, '{}')`)
  const sends = [
    ['one', fixed, 500, null],
    ['one', fixed, 500, null],
    ['one', fixed, 204, null],
    ['one', broken, 200, null],
    ['one', broken, 302, null],
    ['one', late, null, 'timeout'],
    ['one', half, 404, null],
    ['two', half, 200, null],
    ['one', stopped, 200, null],
    ['one', stopped, null, 'stopped'],
  ] as const
  for (const one of sends) send.run(...one)
  const ids = (text: string) => found(text).toSorted((a, b) => a - b)
  const sorted = (some: readonly number[]) => some.toSorted((a, b) => a - b)
  expect(ids('sent:failed')).toEqual(sorted([broken, late, half]))
  expect(ids('sent:passed')).toEqual(sorted([fixed, half, stopped]))
  expect(ids('sent:failed -sent:passed')).toEqual(sorted([broken, late]))
  expect(ids('sent:failed sent:passed')).toEqual(sorted([fixed, broken, late, half, stopped]))
  expect(ids('-sent:failed')).toEqual(sorted(all.filter((id) => ![broken, late, half].includes(id))))
})

test('updates the deliveries per minute after retries and deletions', async () => {
  await fill(200)
  const counted = () =>
    Object.fromEntries(
      database.sql
        .prepare('SELECT outcome, sum(deliveries) AS n FROM delivery_minutes GROUP BY outcome')
        .all()
        .map(({ outcome, n }) => [String(outcome), Number(n)]),
    )
  const real = () =>
    Object.fromEntries(
      database.sql
        .prepare(
          `SELECT CASE WHEN status < 300 THEN 'delivered' WHEN status >= 500 THEN 'retried' ELSE 'failed' END AS outcome,
           count(*) AS n FROM deliveries GROUP BY 1`,
        )
        .all()
        .map(({ outcome, n }) => [String(outcome), Number(n)]),
    )
  expect(counted()).toEqual(real())
  store.removal.drop('mine', 50)
  expect(counted()).toEqual(real())
})
