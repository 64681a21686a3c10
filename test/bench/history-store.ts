import { closeSync, fsyncSync, openSync } from 'node:fs'
import { openDatabase } from '#core/database/database.ts'
import { inTransaction } from '#core/database/sql.ts'
import { createDeliveryCounts } from '#core/deliveries/store/counts/delivery-counts.ts'
import { createDeliveryRows } from '#core/deliveries/store/delivery-rows.ts'
import { readPayload } from '#core/deliveries/store/payload.ts'
import { createDeliveryWords } from '#core/deliveries/store/search/delivery-words.ts'
import { incomingOf } from './incoming-deliveries.ts'

const atOnce = 5_000

/**
 * Creates a store with this many events in the sandbox workspace and indexes their words. Uses the app's own statements, but
 * doesn't wait for the disk. Returns rows per second.
 */
export function writeHistory(path: string, events: number): number {
  const database = openDatabase(path)
  const startedAt = performance.now()
  try {
    database.sql.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -262144')
    const rows = createDeliveryRows(database.sql)
    const counts = createDeliveryCounts(database.sql)
    for (let from = 0; from < events; from += atOnce) {
      inTransaction(database.sql, () => {
        const many = Math.min(atOnce, events - from)
        const stored = Array.from({ length: many }, (_, at) => {
          const incoming = { ...incomingOf(from + at), responseMs: 1 + (at % 40) }
          return {
            incoming,
            id: rows.insertVerified(incoming, readPayload(incoming.body, incoming.webhookId)).id,
          }
        })
        counts.add(stored)
      })
    }
    const perSecond = events / ((performance.now() - startedAt) / 1000)
    const log = { info() {}, warn() {}, error: console.error }
    const words = createDeliveryWords({ sql: database.sql, log })
    words.close()
    while (words.fill());
    return perSecond
  } finally {
    database.close()
    // Syncs now, because otherwise the first sync of the measured app would write all of this.
    const file = openSync(path, 'r+')
    fsyncSync(file)
    closeSync(file)
  }
}
