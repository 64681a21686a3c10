import { DatabaseSync } from 'node:sqlite'
import { checkpoint, makeDurable } from './connection.ts'
import type { Database } from './database.ts'
import { createReserve } from './disk-reserve.ts'
import { busyTimeoutMs } from './sql.ts'
import { openStoreFiles } from './store-files.ts'

export type DeliveryDatabase = Pick<Database, 'sql' | 'path' | 'files' | 'freeSpace' | 'checkpoint'>

/** Opens another connection for another thread, to a database that this process already has open. Throws SQLite's errors. */
export function openSecondConnection(path: string): DeliveryDatabase & { close(): void } {
  const sql = new DatabaseSync(path, { timeout: busyTimeoutMs, allowExtension: false })
  try {
    makeDurable(sql, path)
    const reserve = createReserve(path)
    return {
      sql,
      path,
      files: openStoreFiles(sql, path),
      freeSpace() {
        if (!reserve.release()) checkpoint(sql)
      },
      checkpoint: () => checkpoint(sql),
      close: () => sql.close(),
    }
  } catch (error) {
    sql.close()
    throw error
  }
}
