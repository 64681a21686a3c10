import crypto, { createSecretKey } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { openDatabase } from '#core/database/database.ts'
import type { Sql } from '#core/database/sql.ts'
import { verify } from '#core/deliveries/listener/verify.ts'
import { createDeliveryQueries } from '#core/deliveries/store/delivery-queries.ts'
import { createDeliveryStore } from '#core/deliveries/store/delivery-store.ts'
import { sandboxWorkspaceId as workspaceId } from '#core/workspaces/sandbox-workspace.ts'
import { parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { incomingOf } from './incoming-deliveries.ts'
import { bytesWritten } from './machine.ts'
import type { Figure } from './report.ts'

/** Counts the work per delivery. The counts do not vary between runs or machines. */
export async function counterFigures(): Promise<Figure[]> {
  return [hmacs(), ...(await storing())]
}

function hmacs(): Figure {
  const original = crypto.createHmac
  let made = 0
  crypto.createHmac = (...args) => {
    made += 1
    return original(...args)
  }
  syncBuiltinESMExports()
  const key = createSecretKey(Buffer.alloc(32, 1))
  const headers = { id: 'evt_1', timestamp: '1795251600', signature: 'v1,a v1,b v1,c' }
  verify(headers, Buffer.alloc(300), { kind: 'ready', keys: [key] }, new Date(), 300)
  crypto.createHmac = original
  syncBuiltinESMExports()
  return exactly('HMACs for a delivery with one secret, however many signatures it carries', made, 1)
}

/** Filters that together use every index. */
const filters = [
  'type:note.edited after:2026-08-01 before:2026-08-02 lag:>1h',
  'note edited',
  'note:not_00000000000001 -verdict:stale',
  '-verdict:verified',
  'attempt:>1',
  'status:4xx endpoint:whe_00000000000001',
  'endpoint:whe_00000000000001',
]
const groups = 50
const groupSize = 32

async function storing(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-bench-'))
  const database = openDatabase(join(folder, 'notehook.db'))
  const prepared = new Set<string>()
  const counts = { commits: 0, reads: 0 }
  try {
    const sql = watched(database.sql, prepared, counts)
    const queries = createDeliveryQueries(sql)
    const store = createDeliveryStore({
      sql,
      clock: { monotonicMs: () => performance.now() },
      log: { info() {}, warn() {}, error: (message, cause) => console.error(message, cause) },
      freeBytes: () => Number.POSITIVE_INFINITY,
      reports: { committed() {}, verified() {}, unknownNames() {} },
      onHealth() {},
    })
    // The first delivery of a path reads the path's stored state once.
    let known = 0
    for (let at = 0; at < groupSize; at++)
      store.storeVerified(incomingOf(groups * groupSize + at), () => known++)
    while (known < groupSize) await turn()
    await turn()
    counts.commits = 0
    counts.reads = 0
    const before = bytesWritten()
    let answered = 0
    for (let group = 0; group < groups; group++) {
      for (let at = 0; at < groupSize; at++)
        store.storeVerified(incomingOf(group * groupSize + at), () => answered++)
      while (answered < (group + 1) * groupSize) await turn()
      // Subscribers are notified in the next turn of the event loop.
      await turn()
    }
    const each = (bytesWritten() - before) / (groups * groupSize)
    const { reads } = counts
    for (const text of filters) queries.list({ workspaceId, filter: parseDeliveryFilter(text) })
    store.close()
    const scans = [...prepared].flatMap((text) => slowSteps(database.sql, text))
    return [
      exactly(`answers of ${groups} groups of ${groupSize} deliveries`, answered, groups * groupSize),
      exactly(`commits for ${groups} groups of deliveries that arrive together`, counts.commits, groups),
      exactly('rows read back to store and publish a new delivery', reads, 0),
      exactly(`scans and sorts in the ${prepared.size} statements of the store`, scans.length, 0, scans),
      {
        what: 'bytes written for a delivery of 300 bytes, log and checkpoints together',
        measured: Math.round(each).toLocaleString('en'),
        verdict: 'measured',
        numbers: { bytes: each },
      },
    ]
  } finally {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Records the prepared statements, and counts the store's commits and the rows it reads. */
function watched(sql: Sql, prepared: Set<string>, counts: { commits: number; reads: number }): Sql {
  return {
    get isTransaction() {
      return sql.isTransaction
    },
    exec(text) {
      if (text === 'COMMIT') counts.commits += 1
      sql.exec(text)
    },
    prepare(text) {
      prepared.add(text)
      const statement = sql.prepare(text)
      return new Proxy(statement, {
        get(_, name) {
          if (name === 'get' || name === 'all') counts.reads += 1
          const value: unknown = Reflect.get(statement, name)
          return typeof value === 'function' ? value.bind(statement) : value
        },
      })
    },
  }
}

/**
 * Plan steps with a bounded cost: an index, including full text; the full-text vocabulary from a given word (513); a list passed
 * as a parameter; a table of one row; and the front of a queue with a limit.
 */
const staysShort =
  /USING (COVERING )?INDEX|VIRTUAL TABLE INDEX (\d+:\S|513:)|SCAN json_each|SCAN delivery_words_(state|gone)$/

/** Returns the steps of a statement's plan whose cost grows with the history. */
function slowSteps(sql: Sql, text: string): string[] {
  return sql
    .prepare(`EXPLAIN QUERY PLAN ${text}`)
    .all()
    .map(({ detail }) => String(detail))
    .filter((step) => /\bSCAN (?!CONSTANT)|TEMP B-TREE/.test(step) && !staysShort.test(step))
    .map((step) => `${step} in ${text.replace(/\s+/g, ' ')}`)
}

function exactly(what: string, measured: number, expected: number, why: readonly string[] = []): Figure {
  return {
    what,
    measured: [measured.toLocaleString('en'), ...why].join('; '),
    bar: expected.toLocaleString('en'),
    verdict: measured === expected ? 'exact' : 'broken',
    numbers: { measured },
  }
}
