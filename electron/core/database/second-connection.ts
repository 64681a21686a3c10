import { DatabaseSync } from 'node:sqlite'
import { checkpoint, makeDurable } from './connection.ts'
import type { Database } from './database.ts'
import { openStoreFiles } from './deleted-files.ts'
import { createReserve } from './disk-reserve.ts'
import { addSearchFunctions } from './search-functions.ts'
import { busyTimeoutMs } from './sql.ts'

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

/** The cache is small because the system caches the rest of the file. */
const cacheKiB = 8 * 1024

/** Opens a read-only connection to a database that this process already has open. Throws SQLite's errors. */
export function openReadConnection(path: string): DatabaseSync {
  const sql = new DatabaseSync(path, { timeout: busyTimeoutMs, allowExtension: false, readOnly: true })
  try {
    sql.exec(`PRAGMA trusted_schema = OFF; PRAGMA cache_size = -${cacheKiB}`)
    addSearchFunctions(sql)
    // Opens the WAL, which SQLite doesn't do before the first read.
    sql.prepare('SELECT count(*) FROM sqlite_schema').get()
    return sql
  } catch (error) {
    sql.close()
    throw error
  }
}
