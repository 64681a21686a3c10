import { existsSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Sql } from './sql.ts'

/**
 * Detects when another program deletes or replaces a file of the open database. The system lets SQLite keep writing to a deleted
 * file, so every commit would succeed, but all of them would be lost when the process ends.
 */
export type StoreFiles = ReturnType<typeof openStoreFiles>

export function openStoreFiles(sql: Sql, path: string) {
  const log = `${path}-wal`
  // Creates the WAL, which SQLite doesn't do before the first read.
  sql.prepare('SELECT count(*) FROM sqlite_schema').get()
  const known = { store: inodeOf(path), log: inodeOf(log) }
  let problem: string | null = null
  let notify = (_message: string) => {}

  const find = (): string | null => {
    if (inodeOf(path) === known.store) return inodeOf(log) === known.log ? null : logGone(log)
    return existsSync(dirname(path)) ? storeGone(path) : folderGone
  }

  const stopWriting = () => {
    // Copies the WAL into the database file, because its deliveries have been acknowledged. Also empties the WAL, because SQLite
    // would otherwise apply it to a new database.
    for (const pragma of ['wal_checkpoint(TRUNCATE)', 'query_only = 1']) {
      try {
        sql.exec(`PRAGMA ${pragma}`)
      } catch {}
    }
  }

  return {
    /**
     * Returns whether the database and its WAL are still where they were opened. Must be called after each commit, before its
     * deliveries are acknowledged, and from time to time. If a file is gone, copies the WAL into the database and prevents
     * further writes on this connection.
     */
    isKept(): boolean {
      if (problem !== null) return false
      try {
        problem = find()
      } catch {
        return false
      }
      if (problem === null) return true
      stopWriting()
      notify(problem)
      return false
    },
    problem: (): string | null => problem,
    onDidFind(callback: (message: string) => void) {
      notify = callback
    },
  }
}

const untilRestart = 'until then, deliveries get 503 and are retried.'

const logGone = (log: string) =>
  `Another program deleted or replaced ${basename(log)}, part of the delivery history. Restart Notehook; ${untilRestart}`

const storeGone = (path: string) =>
  `Another program deleted or replaced ${basename(path)}, the delivery history. Export what you need, then restart Notehook; ${untilRestart}`

const folderGone = `The data folder was moved or deleted. Move it back, then restart Notehook; ${untilRestart}`

const inodeOf = (file: string): number | null => statSync(file, { throwIfNoEntry: false })?.ino ?? null
