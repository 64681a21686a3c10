import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { inTransaction } from '#core/database/sql.ts'
import { createFullComparison } from '../../../../electron/core/missed/full-comparison.ts'
import type { Compared } from '../../../../electron/core/missed/stale-candidates.ts'
import { createStaleCandidates } from '../../../../electron/core/missed/stale-candidates.ts'
import { firstSortKey } from '../../../../electron/core/notes/index/sort-key.ts'
import { property } from '../../../support/runs.ts'

const folder = mkdtempSync(join(tmpdir(), 'notehook-compare-'))
const { sql, close } = openDatabase(join(folder, 'notehook.db'))
sql.exec('PRAGMA synchronous = OFF')
afterAll(() => {
  close()
  rmSync(folder, { recursive: true, force: true })
})

const start = Date.parse('2026-01-01T00:00:00Z')
const workspaceId = 'wks_a'
/** Two of the ids sort differently in UTF-8 and UTF-16. */
const noteIds = ['', ...Array.from({ length: 8 }, (_, at) => `not_${at}`), 'not_\uffee', 'not_😀'].slice(1)
const endpointIds = ['whe_a', 'whe_b', 'whe_c', 'whe_d']

/** Times in steps of half a second, because sort keys contain only whole seconds. */
const time = fc.integer({ min: 0, max: 60 }).map((halves) => start + halves * 500)
const pairOf = <Value>(value: fc.Arbitrary<Value>) =>
  fc.tuple(
    fc.constantFrom('wks_a', 'wks_b'),
    fc.constantFrom(...endpointIds),
    fc.constantFrom(...noteIds),
    value,
  )
/** Random histories. In most of them, every endpoint received every note. */
const histories = fc.record({
  notes: fc.uniqueArray(fc.tuple(fc.constantFrom(...noteIds), time), { selector: ([id]) => id }),
  heardAll: fc.subarray(noteIds),
  events: fc.array(pairOf(time), { maxLength: 12 }),
  caughtUp: fc.array(pairOf(time), { maxLength: 6 }),
  compared: fc.uniqueArray(fc.record({ id: fc.constantFrom(...endpointIds, 'whe_new'), base: time }), {
    selector: ({ id }) => id,
    minLength: 1,
  }),
  slackMs: fc.constantFrom(0, 83.3, 2_000),
  sizes: fc.record({
    slice: fc.integer({ min: 1, max: 5 }),
    few: fc.constantFrom(0, 2, 5_000),
    mostOdd: fc.constantFrom(0, 0.2, 1),
  }),
})

type History = typeof histories extends fc.Arbitrary<infer Value> ? Value : never

/** Returns the last event of each candidate. `heardAll` stands for events of every note 30 s after the start. */
function heardIn({ heardAll, events }: History) {
  const heard = new Map<string, number>()
  for (const note of heardAll)
    for (const endpoint of endpointIds) heard.set(`wks_a ${endpoint} ${note}`, start + 30_000)
  for (const [workspace, endpoint, note, at] of events) heard.set(`${workspace} ${endpoint} ${note}`, at)
  return heard
}

function store(history: History) {
  sql.exec(
    `DELETE FROM indexed_notes; DELETE FROM newest_events; DELETE FROM newest_events_endpoints; DELETE FROM caught_up`,
  )
  const addNote = sql.prepare(
    `INSERT INTO indexed_notes (sort_key, workspace_id, id, title, created_at, updated_at, seen_run, title_key, owner_key)
     VALUES (?, ?, ?, '', ?, ?, 1, '', '')`,
  )
  for (const [at, [id, ms]] of history.notes.entries()) {
    const iso = new Date(ms).toISOString()
    addNote.run(firstSortKey(ms) + at, workspaceId, id, iso, iso)
    addNote.run(firstSortKey(ms) + 100 + at, 'wks_b', id, iso, iso)
  }
  const addEndpoint = sql.prepare(
    'INSERT OR IGNORE INTO newest_events_endpoints (workspace_id, endpoint_id) VALUES (?, ?)',
  )
  const addEvent = sql.prepare(
    `INSERT INTO newest_events SELECT ?, number, ? FROM newest_events_endpoints WHERE workspace_id = ? AND endpoint_id = ?`,
  )
  for (const [key, at] of heardIn(history)) {
    const [workspace = '', endpoint = '', note = ''] = key.split(' ')
    addEndpoint.run(workspace, endpoint)
    addEvent.run(note, at, workspace, endpoint)
  }
  const addCaughtUp = sql.prepare('INSERT OR REPLACE INTO caught_up VALUES (?, ?, ?, ?, 0)')
  for (const [workspace, endpoint, note, at] of history.caughtUp)
    addCaughtUp.run(workspace, endpoint, note, at)
}

/** Computes the missing notes with a naive implementation. */
function missingIn(history: History, { id: endpoint, base }: History['compared'][number]) {
  const heard = heardIn(history)
  const caughtUp = new Map(
    history.caughtUp.map(([workspace, of, note, at]) => [`${workspace} ${of} ${note}`, at]),
  )
  return history.notes
    .filter(([note, updated]) => {
      const key = `${workspaceId} ${endpoint} ${note}`
      const isHeard = updated <= (heard.get(key) ?? Number.NEGATIVE_INFINITY) + history.slackMs
      return updated > base && !isHeard && updated > (caughtUp.get(key) ?? Number.NEGATIVE_INFINITY)
    })
    .map(([note]) => note)
    .sort()
}

test('finds the same missed notes as a simpler algorithm for random histories', async () => {
  const signal = new AbortController().signal
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      inTransaction(sql, () => store(history))
      const { slackMs, sizes } = history
      const all = createFullComparison({ sql, workspaceId, sortKeyAt: firstSortKey, sizes })
      const compared = history.compared.map((one) => {
        const endpoint = {
          ...{ id: one.id, url: '', events: {}, scopes: ['personal', 'public'], folderIds: [] },
          ...{ creator: '', createdAt: null, enabled: true, here: true },
        }
        const notes = { foldersAround: () => [], foldersOf: () => [] }
        const candidates = createStaleCandidates({ sql, notes, workspaceId, endpointId: one.id })
        return { one, candidates, by: { endpoint, base: one.base, slackMs } satisfies Compared }
      })
      await all.run(
        compared.map(({ candidates, by }) => [candidates, by] as const),
        signal,
      )
      for (const { one, candidates } of compared)
        expect([...candidates.all()].map(({ id }) => id).sort()).toEqual(missingIn(history, one))
    }),
    property(),
  )
})
