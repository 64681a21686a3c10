import { createDeliveryRows } from '../../electron/core/inspector/delivery-rows.ts'
import { readPayload } from '../../electron/core/inspector/payload.ts'
import { openDatabase } from '../../electron/core/store/database.ts'
import { inTransaction } from '../../electron/core/store/sql.ts'
import { arrivalOf } from './arrivals.ts'

const atOnce = 5_000

/** Makes a store with so many events, by the statements of the app but without waiting for the disk. Returns rows a second. */
export function writeHistory(path: string, events: number): number {
  const database = openDatabase(path)
  const startedAt = performance.now()
  try {
    database.sql.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -262144')
    const rows = createDeliveryRows(database.sql)
    for (let from = 0; from < events; from += atOnce) {
      inTransaction(database.sql, () => {
        for (let at = from; at < Math.min(from + atOnce, events); at++) {
          const arrival = arrivalOf(at)
          rows.keep(arrival, readPayload(arrival.body, arrival.webhookId))
        }
      })
    }
    return events / ((performance.now() - startedAt) / 1000)
  } finally {
    database.close()
  }
}
