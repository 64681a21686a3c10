import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '#shared/errors.ts'
import { addSearchFunctions } from './search-functions.ts'
import type { Sql } from './sql.ts'

export const busyTimeoutMs = 2000
/**
 * The WAL starts over after this many pages of 4 KB: pages that many commits change are written to the file once. The default of
 * 1,000 costs a sixth of the rate (`npm run bench`).
 */
const walPages = 16_000
/** For a connection whose commits must not copy so many: another copies them (`checkpointFrom`), unless it is held up. */
export const copiedByAnother = 4 * walPages
/** A large transaction makes the WAL larger; it is truncated to this size when it is next restarted. */
const walBytes = 64 * 1024 * 1024
/** Ids are random, so inserting into their index touches all of it. That index is about a thirtieth of the file. */
const cacheKiB = { least: 8 * 1024, most: 32 * 1024, share: 1 / 30 } as const

/**
 * Makes a connection durable: from now on a commit is on the disk when it returns (`synchronous=FULL`, asserted). A commit that finds
 * `mostPages` in the WAL also copies them into the store file.
 */
export function makeDurable(sql: DatabaseSync, path: string, mostPages = walPages): void {
  sql.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF')
  sql.exec(`PRAGMA wal_autocheckpoint = ${mostPages}; PRAGMA journal_size_limit = ${walBytes}`)
  sql.exec(`PRAGMA cache_size = -${cacheFor(statSync(path).size)}`)
  assertDurable(sql)
  addSearchFunctions(sql)
}

/** Copies the WAL into the store file without waiting for readers. Returns whether all of it was copied. */
export function copyLog(sql: Sql): boolean {
  const result = sql.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()
  return result?.busy === 0 && result.log === result.checkpointed
}

/** Other threads wait for the last copy of a long WAL: not for a disk that is slow, and not long for one that still reads. */
const lastCopy = { slowMs: 200, waitMs: 50 } as const

/**
 * As `checkpoint`, once the WAL has at least so many pages that are not in the store file yet. A long WAL then starts over: what other
 * threads wrote meanwhile is copied twice more, each time less, the last time while they wait.
 */
export function checkpointFrom(sql: Sql, pages: number): void {
  try {
    const state = sql.prepare('PRAGMA wal_checkpoint(NOOP)').get()
    if (Number(state?.log) - Number(state?.checkpointed) < pages) return
    checkpoint(sql)
    if (Number(state?.log) < walPages) return
    const startedAtMs = performance.now()
    checkpoint(sql)
    if (performance.now() - startedAtMs < lastCopy.slowMs) copyLast(sql)
  } catch {
    // The next write reports it.
  }
}

function copyLast(sql: Sql): void {
  sql.exec(`PRAGMA busy_timeout = ${lastCopy.waitMs}`)
  try {
    sql.exec('PRAGMA wal_checkpoint(FULL)')
  } finally {
    sql.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
  }
}

export function checkpoint(sql: Sql): void {
  try {
    sql.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {
    // The file cannot grow. The next write reports it.
  }
}

/** The cache size in KiB for a file of `bytes`. */
function cacheFor(bytes: number): number {
  const wanted = Math.round((bytes * cacheKiB.share) / 1024)
  return Math.min(cacheKiB.most, Math.max(cacheKiB.least, wanted))
}

function assertDurable(sql: Sql) {
  const synchronous = Number(sql.prepare('PRAGMA synchronous').get()?.synchronous)
  const mode = sql.prepare('PRAGMA journal_mode').get()?.journal_mode
  if (synchronous === 2 && mode === 'wal') return
  throw new AppError(
    'storage',
    `The store is not durable here (synchronous ${synchronous}, ${String(mode)}).`,
  )
}
