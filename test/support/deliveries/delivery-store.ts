import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#core/database/database.ts'
import type { Sql } from '#core/database/sql.ts'
import { createDeliveryQueries } from '#core/deliveries/store/delivery-queries.ts'
import { createDeliveryStore, type DeliveryStoreOptions } from '#core/deliveries/store/delivery-store.ts'
import { noReports, silentLog } from './open-delivery-engine.ts'

/** Opens a delivery store and its queries on an open database, by default without event listeners. */
export const deliveryStoreOn = (sql: Sql, options: Partial<DeliveryStoreOptions> = {}) => ({
  ...createDeliveryQueries(sql),
  ...createDeliveryStore({
    sql,
    clock: { monotonicMs: () => performance.now() },
    log: silentLog,
    freeBytes: () => Number.POSITIVE_INFINITY,
    reports: noReports,
    onHealth: () => {},
    ...options,
  }),
})

export type TestDeliveryStore = ReturnType<typeof deliveryStoreOn>

/** Opens a delivery store on its own file, which `end` deletes. */
export function openDeliveryStore() {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-deliveries-'))
  const database = openDatabase(join(folder, 'notehook.db'))
  const store = deliveryStoreOn(database.sql)
  const end = () => {
    store.close()
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { folder, database, store, end }
}
