import { existsSync, renameSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { asideName, savedName, writeCopy } from './backup.ts'
import type { Sql } from './sql.ts'

/**
 * Sees when another program deletes or replaces a file of the open store. The system lets SQLite write on into a file that
 * has no name any more, so that every commit succeeds and all of them are gone when the process ends.
 */
export interface StoreFiles {
  /**
   * Whether what was committed is in a file that will be found again; ask it after a commit, before that is acknowledged.
   * Looks at the log of commits alone, and puts right what it finds.
   */
  isKept(): boolean
  /** The same of all files. To be asked now and then. */
  look(): void
  /** Words for the user about what was found and put right; `null` when nothing was. */
  mended(): string | null
  /** Words for the user about what cannot be put right now: deliveries are not acknowledged. */
  trouble(): string | null
  /** Calls back with the words of what was found. */
  onFound(callback: (message: string) => void): void
}

export function openStoreFiles(sql: Sql, path: string, now: () => Date): StoreFiles {
  const [log, index] = [`${path}-wal`, `${path}-shm`]
  let known = inodes()
  let mended: string | null = null
  let trouble: string | null = null
  let isLost = false
  let tell = (_message: string) => {}

  function inodes() {
    // SQLite makes the log when the store is first read.
    sql.prepare('SELECT count(*) FROM sqlite_schema').get()
    return { store: inodeOf(path), log: inodeOf(log), index: inodeOf(index) }
  }

  const found = (message: string, isMended: boolean) => {
    const isNews = message !== (isMended ? mended : trouble)
    trouble = isMended ? null : message
    mended = isMended ? message : null
    if (isNews) tell(message)
  }

  /** All that was committed is in the file of the store, on the disk. It waits for no reader. */
  const fold = (): boolean => {
    const result = sql.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()
    return result?.busy === 0 && result.log === result.checkpointed
  }

  const moveStranger = (file: string, own: number | null) => {
    const there = inodeOf(file)
    if (there !== null && there !== own) renameSync(file, asideName(file, now()))
  }

  /** SQLite begins a new log when it leaves the mode that has one. It refuses while another program reads the store. */
  const renewLog = () => {
    moveStranger(log, known.log)
    moveStranger(index, known.index)
    sql.exec('PRAGMA busy_timeout = 0')
    try {
      sql.exec('PRAGMA journal_mode = DELETE; PRAGMA journal_mode = WAL')
      known = inodes()
    } finally {
      sql.exec('PRAGMA busy_timeout = 2000')
    }
  }

  const mendLog = (): boolean => {
    const what = `Another program deleted ${basename(log)}, a file of the history, while Notehook was running.`
    let isFolded = false
    try {
      isFolded = fold()
      renewLog()
      found(
        `${what} Nothing is lost: Notehook wrote all of it to the disk again. Leave the files of its data folder alone while it runs.`,
        true,
      )
      return true
    } catch {
      const sentence = isFolded
        ? 'Nothing is lost so far.'
        : 'Deliveries are answered 503, so the service sends them again.'
      found(`${what} ${sentence} Close other programs that have the history open.`, false)
      return isFolded
    }
  }

  /** This connection writes into a file without a name for good: so all of it is written out, and then nothing more. */
  const writeOut = (): boolean => {
    isLost = true
    const what = `Another program deleted or replaced ${basename(path)}, the history, while Notehook was running.`
    const then = 'Deliveries are answered 503 until you restart Notehook, so the service sends them again.'
    try {
      const emptied = sql.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
      // What is left in the log belongs to the old file, and SQLite would put it into a new one.
      const to = existsSync(path) || emptied?.busy !== 0 ? savedName(path, now()) : path
      writeCopy(sql, to)
      found(`${what} All of it was written to ${basename(to)} again. ${then}`, false)
      return true
    } catch {
      found(`${what} It could not be written to the disk again. Export what you need now. ${then}`, false)
      return false
    } finally {
      sql.exec('PRAGMA query_only = 1')
    }
  }

  const check = (isAll: boolean): boolean => {
    if (isLost || sql.isTransaction) return !isLost
    if (isAll && inodeOf(path) !== known.store) return writeOut()
    if (inodeOf(log) !== known.log) return mendLog()
    if (isAll && inodeOf(index) !== known.index) return mendLog()
    return true
  }

  return {
    isKept: () => check(false),
    look() {
      try {
        check(true)
      } catch {
        // A disk that does not say what is on it fails at the next commit too, which tells of it.
      }
    },
    mended: () => mended,
    trouble: () => trouble,
    onFound(callback) {
      tell = callback
    },
  }
}

const inodeOf = (file: string): number | null => statSync(file, { throwIfNoEntry: false })?.ino ?? null
