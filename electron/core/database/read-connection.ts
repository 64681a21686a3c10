import { DatabaseSync } from 'node:sqlite'
import { addSearchFunctions } from './search-functions.ts'
import { busyTimeoutMs } from './sql.ts'

/** Small cache, because the system caches the rest of the file. */
const cacheKiB = 8 * 1024

/** Opens a read-only connection to a store that this process already has open. Throws the errors of SQLite. */
export function openReadConnection(path: string): DatabaseSync {
  const sql = new DatabaseSync(path, { timeout: busyTimeoutMs, allowExtension: false, readOnly: true })
  try {
    sql.exec(`PRAGMA trusted_schema = OFF; PRAGMA cache_size = -${cacheKiB}`)
    addSearchFunctions(sql)
    // SQLite opens the WAL when the store is first read.
    sql.prepare('SELECT count(*) FROM sqlite_schema').get()
    return sql
  } catch (error) {
    sql.close()
    throw error
  }
}
