import { DatabaseSync } from 'node:sqlite'
import { checkpoint, copyLog, makeDurable } from './connection.ts'
import type { Database } from './database.ts'
import { createReserve } from './disk-reserve.ts'
import { busyTimeoutMs } from './sql.ts'
import { inodeOf } from './store-files.ts'

/** What writing deliveries needs of the store. */
export type DeliveryDatabase = Pick<Database, 'sql' | 'path' | 'freeSpace' | 'checkpoint'> & {
  readonly files: Pick<Database['files'], 'isKept' | 'problem'>
}

/**
 * Opens a store that this process has open already once more, for another thread. What another program does to its files is
 * repaired by the first connection, once this one is closed. Throws what SQLite throws.
 */
export function openSecondConnection(
  path: string,
  onDisturbed: () => void,
): DeliveryDatabase & { close(): void } {
  const sql = new DatabaseSync(path, { timeout: busyTimeoutMs, allowExtension: false })
  try {
    makeDurable(sql, path)
    // SQLite opens the WAL when the store is first read.
    sql.prepare('SELECT count(*) FROM sqlite_schema').get()
  } catch (error) {
    sql.close()
    throw error
  }
  const log = `${path}-wal`
  const known = inodeOf(log)
  const reserve = createReserve(path)
  return {
    sql,
    path,
    files: {
      isKept() {
        if (inodeOf(log) === known) return true
        onDisturbed()
        return copyLog(sql)
      },
      problem: () => null,
    },
    freeSpace() {
      if (!reserve.release()) checkpoint(sql)
    },
    checkpoint: () => checkpoint(sql),
    close: () => sql.close(),
  }
}
