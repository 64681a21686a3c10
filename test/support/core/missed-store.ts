import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#core/database/database.ts'
import { inTransaction } from '#core/database/sql.ts'
import { eventTypes } from '#shared/deliveries/events/event-types.ts'
import { createGaps } from '../../../electron/core/endpoints/status/gaps.ts'
import { createCaughtUp } from '../../../electron/core/missed/caught-up.ts'
import { createComparison } from '../../../electron/core/missed/comparison.ts'
import { createEndpointSnapshots } from '../../../electron/core/missed/endpoint-snapshots.ts'
import { firstSortKey } from '../../../electron/core/notes/index/sort-key.ts'

const workspaceId = 'wks_large'
const base = Date.parse('2026-01-01T00:00:00Z')
const everyMs = 20_000

/** Each endpoint misses one of this many notes. No two endpoints miss the same note. */
const oneIn = 1_000

/** Opens a store with notes that all changed after the endpoints' first connection, and with the newest events of those notes. */
export function openMissedStore(notes: number, endpoints: number) {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-missed-'))
  const database = openDatabase(join(folder, 'notehook.db'))
  const { sql } = database
  const snapshots = createEndpointSnapshots(sql)
  const ids = Array.from({ length: endpoints }, (_, at) => `whe_${String(at).padStart(14, '0')}`)
  const noteId = (at: number) => `not_${String((at * 7_919) % 1_000_003).padStart(14, '0')}`
  const addNote = sql.prepare(
    `INSERT OR REPLACE INTO indexed_notes (sort_key, workspace_id, id, title, created_at, updated_at, seen_run, title_key, owner_key)
     VALUES (?, ?, ?, 'Budget review', ?, ?, 1, '', '')`,
  )
  const addEndpoint = sql.prepare(
    'INSERT INTO newest_events_endpoints (workspace_id, endpoint_id) VALUES (?, ?) RETURNING number',
  )
  const addEvents = sql.prepare(
    `INSERT INTO newest_events SELECT id, ?1,
       (sort_key >> 20) * 1000 - iif(((sort_key >> 20) - ?2) / 20 % ${oneIn} = ?3, 3600000, 0) FROM indexed_notes ORDER BY id`,
  )
  inTransaction(sql, () => {
    for (let at = 0; at < notes; at++) {
      const ms = base + (at + 1) * everyMs
      const time = new Date(ms).toISOString()
      addNote.run(firstSortKey(ms), workspaceId, noteId(at), time, time)
    }
    for (const [n, id] of ids.entries())
      addEvents.run(Number(addEndpoint.get(workspaceId, id)?.number), base / 1000 + 20, n)
  })
  const listed = ids.map((id) => ({
    ...{ id, url: 'https://hooks.example.com/in', events: eventTypes, scopes: ['personal', 'public'] },
    ...{ folderIds: [], creator: '', createdAt: new Date(base).toISOString(), enabled: true, here: true },
  }))
  snapshots.put(workspaceId, listed, base)
  for (const id of ids) snapshots.listened(workspaceId, id, base)
  const comparison = createComparison({
    sql,
    workspaceId,
    notes: {
      foldersAround: (_workspace, ids) => ids.map(() => null),
      foldersOf: () => [],
      sortKeyAt: firstSortKey,
      isIndexing: () => true,
      completeAsOf: () => new Date(base).toISOString(),
    },
    snapshots,
    caughtUp: createCaughtUp(sql),
    gaps: createGaps(sql),
    speed: () => 1,
    passedMs: (realMs) => realMs,
    serviceAheadMs: () => 0,
    labelOf: () => null,
    now: () => base + notes * everyMs + 30 * 86_400_000,
  })
  const signal = new AbortController().signal
  return {
    comparison,
    behind: Math.ceil(notes / oneIn),
    noteId,
    update: () => comparison.update(false, signal),
    close() {
      database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the longest time, in milliseconds, that the work blocked the event loop. */
export async function longestWait(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = performance.now()
  let isOver = false
  const tick = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(tick)
  }
  setImmediate(tick)
  await work()
  isOver = true
  return longest
}
