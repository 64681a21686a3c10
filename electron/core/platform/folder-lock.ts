import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { asideName } from '#core/database/backup.ts'
import { sqliteFailure } from '#core/database/sql.ts'
import type { Log } from './ports.ts'
import { processStartSync } from './process-start.ts'

/** Who holds a data folder, as the next one that wants it is told. */
export const FolderHolder = z.object({
  pid: z.number().int(),
  /** ISO time. */
  startedAt: z.string(),
  /** Where its page is; `null` for a window of its own. Never with a token. */
  address: z.string().nullable(),
})
export type FolderHolder = z.infer<typeof FolderHolder>

/** `start` tells a process from a later one with its number; `null` where the system does not say. */
const HolderRecord = FolderHolder.extend({ start: z.string().nullable() })
type HolderRecord = z.infer<typeof HolderRecord>

export interface FolderLock {
  /** Says where the page is, once that is known. */
  announce(address: string): void
  /** From now on, puts the lock back when its file is deleted. */
  watch(log: Log): void
  release(): void
}

/** A lock file that was deleted locks nothing that is opened later. */
const watchEveryMs = 1000

/**
 * Claims a data folder for this process, so that two never write one journal. The claim is a lock of the operating system,
 * held through SQLite: it ends with the process, however that ends, and a process number that was given out again cannot
 * be mistaken for it. Since its file can be deleted, a holder that is written down and still runs counts too. Returns the
 * holder instead when there is one; `null` in place of what cannot be read of it. What is in the place of our two files and
 * is not ours is moved aside.
 */
export function lockFolder(folder: string): FolderLock | { heldBy: FolderHolder | null } {
  const lockFile = join(folder, 'host.lock')
  const holderFile = join(folder, 'host.json')
  const taken = takeLock(lockFile)
  if (taken === 'busy') return { heldBy: shown(readHolder(holderFile)) }
  const other = readHolder(holderFile)
  if (other !== null && isRunning(other)) {
    taken.close()
    return { heldBy: shown(other) }
  }

  let lock = taken
  let inode = inodeOf(lockFile)
  let busyChecks = 0
  let watching: NodeJS.Timeout | undefined
  const holder: HolderRecord = {
    pid: process.pid,
    startedAt: new Date().toISOString(),
    address: null,
    start: startOf(process.pid),
  }
  writeHolder(holderFile, holder)

  const putBack = (log: Log) => {
    if (!existsSync(holderFile)) writeHolder(holderFile, holder)
    if (inodeOf(lockFile) === inode) return
    const again = takeLock(lockFile)
    if (again === 'busy') {
      busyChecks += 1
      // One that is about to be refused holds it for a moment.
      if (busyChecks === 2) log.error(`Another Notehook has opened ${folder} too. End one of the two.`)
      return
    }
    busyChecks = 0
    lock.close()
    lock = again
    inode = inodeOf(lockFile)
    log.warn('The lock of the data folder was deleted, and was put back.')
  }

  return {
    announce(address) {
      holder.address = address
      writeHolder(holderFile, holder)
    },
    watch(log) {
      watching = setInterval(() => {
        try {
          putBack(log)
        } catch (error) {
          log.error('The lock of the data folder could not be put back.', error)
        }
      }, watchEveryMs).unref()
    },
    release() {
      clearInterval(watching)
      if (readHolder(holderFile)?.pid === process.pid) rmSync(holderFile, { force: true })
      lock.close()
    },
  }
}

function takeLock(file: string): DatabaseSync | 'busy' {
  // Made beforehand, for this user only. A file that is there is never opened but by SQLite: closing it would end the lock.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  else if (!statSync(file).isFile()) return takeAfresh(file)
  const database = new DatabaseSync(file)
  try {
    // Nothing is ever written, and a journal would take space that a full disk has not.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return database
  } catch (error) {
    database.close()
    const failure = sqliteFailure(error)
    if (failure === 'busy') return 'busy'
    // SQLite locks before it reads, so no process holds this one.
    if (failure === 'not-a-database' || failure === 'corrupt') return takeAfresh(file)
    throw error
  }
}

function takeAfresh(file: string): DatabaseSync | 'busy' {
  renameSync(file, asideName(file, new Date()))
  return takeLock(file)
}

const inodeOf = (file: string): number | null => statSync(file, { throwIfNoEntry: false })?.ino ?? null

/** Windows deletes no file that is open, and is slow to say when a process began. */
const startOf = (pid: number): string | null => (process.platform === 'win32' ? null : processStartSync(pid))

const isRunning = ({ pid, start }: HolderRecord): boolean => start !== null && startOf(pid) === start

const shown = (holder: HolderRecord | null): FolderHolder | null => holder && FolderHolder.parse(holder)

/** What is written down of the holder; `null` when the file is absent or is not of our shape. */
export function readHolder(file: string): HolderRecord | null {
  try {
    return HolderRecord.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** The lock holds without it; then a second host cannot say where the first one is. */
function writeHolder(file: string, holder: HolderRecord): void {
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    const isOurs = !stat || (stat.isFile() && (stat.size === 0 || readHolder(file) !== null))
    if (!isOurs) renameSync(file, asideName(file, new Date()))
    writeFileSync(file, JSON.stringify(holder), { mode: 0o600 })
  } catch {
    // A full disk.
  }
}
