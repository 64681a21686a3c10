import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { asideName } from '#core/database/moved-aside.ts'
import { sqliteFailure } from '#core/database/sql.ts'
import type { Log } from '../ports.ts'
import { createRareErrors } from '../rare-errors.ts'
import {
  type AgentAccess,
  type FolderHolder,
  type HolderRecord,
  isRunning,
  readHolder,
  shownHolder,
  startOf,
} from './folder-holder.ts'

export interface FolderLock {
  announce(address: string): void
  /** Records how commands connect to this process, or that agents are not allowed. */
  announceAgents(agents: AgentAccess | 'off'): void
  /** Starts checking the lock file, and recreates it if it was deleted. */
  watch(log: Log): void
  release(): void
}

/** Interval between checks of the lock file. If it is deleted, other processes can use the folder. */
const watchEveryMs = 1000

/**
 * Locks a data folder, so that two processes never write to the same database. Uses SQLite's lock on a file, which ends with the
 * process. The process is also recorded, because the lock file can be deleted. If another process has the lock, returns that
 * process if it is known. Files of other programs that have the name of the lock file or of the record are renamed.
 */
export function lockFolder(folder: string): FolderLock | { heldBy: FolderHolder | null } {
  const lockFile = join(folder, 'host.lock')
  const holderFile = join(folder, 'host.json')
  const taken = takeLock(lockFile)
  if (taken === 'busy') return { heldBy: shownHolder(readHolder(holderFile)) }
  const other = readHolder(holderFile)
  if (other !== null && isRunning(other)) {
    taken.close()
    return { heldBy: shownHolder(other) }
  }

  let lock = taken
  let inode = inodeOf(lockFile)
  let busyChecks = 0
  let watching: NodeJS.Timeout | undefined
  let holder: HolderRecord = {
    pid: process.pid,
    startedAt: new Date().toISOString(),
    address: null,
    start: startOf(process.pid),
    agents: null,
  }
  writeHolder(holderFile, holder)

  const restore = (log: Log) => {
    if (!existsSync(holderFile)) writeHolder(holderFile, holder)
    if (inodeOf(lockFile) === inode) return
    const again = takeLock(lockFile)
    if (again === 'busy') {
      busyChecks += 1
      // Logs only if the second check is busy too, because another process may just have been trying to get the lock.
      if (busyChecks === 2) log.error(`Another Notehook has also opened ${folder}. Quit one of the two.`)
      return
    }
    busyChecks = 0
    lock.close()
    lock = again
    inode = inodeOf(lockFile)
    log.warn('The lock file of the data folder was deleted. It was recreated.')
  }

  return {
    announce(address) {
      holder = { ...holder, address }
      writeHolder(holderFile, holder)
    },
    announceAgents(agents) {
      holder = { ...holder, agents }
      writeHolder(holderFile, holder)
    },
    watch(log) {
      // Limits the number of logged errors, because every check fails while the folder is missing.
      const logError = createRareErrors({ now: () => new Date() }, log)
      watching = setInterval(() => {
        try {
          restore(log)
        } catch (error) {
          logError('The lock file of the data folder could not be recreated.', error)
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
  // Creates the file so that only this user can read it. An existing file must not be opened and closed, because closing it would
  // end the lock.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  else if (!statSync(file).isFile()) return replaceLock(file)
  const database = new DatabaseSync(file)
  try {
    // Keeps the journal in memory, because a full disk has no room for a file.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return database
  } catch (error) {
    database.close()
    const failure = sqliteFailure(error)
    if (failure === 'busy') return 'busy'
    // SQLite locks a file before it reads it, so no other process is using this file.
    if (failure === 'not-a-database' || failure === 'corrupt') return replaceLock(file)
    throw error
  }
}

function replaceLock(file: string): DatabaseSync | 'busy' {
  renameSync(file, asideName(file, new Date()))
  return takeLock(file)
}

const inodeOf = (file: string): number | null => statSync(file, { throwIfNoEntry: false })?.ino ?? null

/** Records the process. A failure is ignored. */
function writeHolder(file: string, holder: HolderRecord): void {
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    const isOurs = !stat || (stat.isFile() && (stat.size === 0 || readHolder(file) !== null))
    if (!isOurs) renameSync(file, asideName(file, new Date()))
    // Makes an existing file private, because writing to it does not change its mode, and it will contain a key.
    else if (stat) chmodSync(file, 0o600)
    writeFileSync(file, JSON.stringify(holder), { mode: 0o600 })
  } catch {}
}
