import { DatabaseSync } from 'node:sqlite'
import { addSearchFunctions } from './search-functions.ts'
import { busyTimeoutMs } from './sql.ts'

/** What is read again soon. The system has the rest of the file in its own cache. */
const cacheKiB = 8 * 1024

/** Opens a store that this process has open already once more, only to be read. Throws what SQLite throws. */
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
