import { existsSync, renameSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { copyLog } from './connection.ts'
import { asideName, savedName, writeCopy } from './moved-aside.ts'
import type { Sql } from './sql.ts'

/**
 * Detects when another program deletes or replaces a file of the open store. The system lets SQLite keep writing to a deleted
 * file, so every commit would succeed, and all of them would be lost when the process ends.
 */
export interface StoreFiles {
  /**
   * Whether the last commit is in a file that still has a name. Call it after a commit, before acknowledging the delivery. Checks
   * only the WAL while that is there, and repairs what it finds.
   */
  isKept(): boolean
  /** Whether `check` has something to do, which needs the only connection to the store. */
  isDisturbed(): boolean
  /** Whether nothing can be written any more until a restart. */
  isLost(): boolean
  /** Checks all files, and repairs what it finds. Call it from time to time. */
  check(): void
  /** A message for the user about what was repaired; `null` if nothing was. */
  repair(): string | null
  /** A message for the user about what cannot be repaired; until then, deliveries are not acknowledged. */
  problem(): string | null
  /** Calls back with the message of a new problem or repair. */
  onDidFind(callback: (message: string) => void): void
}

export function openStoreFiles(sql: Sql, path: string, now: () => Date): StoreFiles {
  const [log, index] = [`${path}-wal`, `${path}-shm`]
  let known = inodes()
  let repair: string | null = null
  let problem: string | null = null
  let isLost = false
  let notify = (_message: string) => {}

  function inodes() {
    // SQLite creates the WAL when the store is first read.
    sql.prepare('SELECT count(*) FROM sqlite_schema').get()
    return { store: inodeOf(path), log: inodeOf(log), index: inodeOf(index) }
  }

  const setFinding = (message: string, isRepaired: boolean) => {
    const isNew = message !== (isRepaired ? repair : problem)
    problem = isRepaired ? null : message
    repair = isRepaired ? message : null
    if (isNew) notify(message)
  }

  const moveForeignFile = (file: string, own: number | null) => {
    const there = inodeOf(file)
    if (there !== null && there !== own) renameSync(file, asideName(file, now()))
  }

  /** Leaving WAL mode and returning to it creates a new WAL. SQLite refuses while another program reads the store. */
  const recreateLog = () => {
    moveForeignFile(log, known.log)
    moveForeignFile(index, known.index)
    sql.exec('PRAGMA busy_timeout = 0')
    try {
      sql.exec('PRAGMA journal_mode = DELETE; PRAGMA journal_mode = WAL')
      known = inodes()
    } finally {
      sql.exec('PRAGMA busy_timeout = 2000')
    }
  }

  const repairLog = (): boolean => {
    const what = `Another program deleted ${basename(log)}, part of the delivery history.`
    let isCopied = false
    try {
      isCopied = copyLog(sql)
      recreateLog()
      setFinding(
        `${what} Notehook restored it; nothing is lost. Don’t change files in the data folder while Notehook runs.`,
        true,
      )
      return true
    } catch {
      const sentence = isCopied ? 'Nothing is lost so far.' : 'Deliveries get 503 and are retried.'
      setFinding(`${what} ${sentence} Close other programs that use it.`, false)
      return isCopied
    }
  }

  /** This connection can only write to a deleted file from now on: saves everything to a new file, then allows no more writes. */
  const saveCopy = (): boolean => {
    isLost = true
    if (!existsSync(dirname(path))) {
      sql.exec('PRAGMA query_only = 1')
      setFinding(folderGone, false)
      return false
    }
    const what = `Another program deleted or replaced ${basename(path)}, the delivery history.`
    const then = 'Restart Notehook; until then, deliveries get 503 and are retried.'
    try {
      const emptied = sql.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
      // A WAL that is not empty belongs to the old file, but SQLite would apply it to a new one.
      const to = existsSync(path) || emptied?.busy !== 0 ? savedName(path, now()) : path
      writeCopy(sql, to)
      setFinding(`${what} A copy was saved as ${basename(to)}. ${then}`, false)
      return true
    } catch {
      setFinding(`${what} It couldn’t be saved. Export what you need now. ${then}`, false)
      return false
    } finally {
      sql.exec('PRAGMA query_only = 1')
    }
  }

  const check = (isAll: boolean): boolean => {
    if (isLost || sql.isTransaction) return !isLost
    const isLogGone = inodeOf(log) !== known.log
    if ((isAll || isLogGone) && inodeOf(path) !== known.store) return saveCopy()
    if (isLogGone) return repairLog()
    if (isAll && inodeOf(index) !== known.index) return repairLog()
    return true
  }

  return {
    isKept: () => check(false),
    isDisturbed() {
      if (isLost) return false
      return inodeOf(path) !== known.store || inodeOf(log) !== known.log || inodeOf(index) !== known.index
    },
    isLost: () => isLost,
    check() {
      try {
        check(true)
      } catch {
        // If the disk fails here, the next commit fails too and reports it.
      }
    },
    repair: () => repair,
    problem: () => problem,
    onDidFind(callback) {
      notify = callback
    },
  }
}

const folderGone =
  'The data folder was moved or deleted. Move it back, then restart Notehook; until then, deliveries get 503 and are retried.'

export const inodeOf = (file: string): number | null => statSync(file, { throwIfNoEntry: false })?.ino ?? null
