import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '#shared/errors.ts'
import { addSearchFunctions } from './search-functions.ts'
import { type Sql, untilFree } from './sql.ts'

/**
 * The WAL starts over after so many pages of 4 KB: pages that many commits change are written to the file once. The default of 1,000
 * costs a sixth of the rate (`npm run bench`).
 */
const walPages = 16_000
/** A commit that finds so many copies them itself. `checkpointFrom` copied them long before, unless it was held up. */
const mostWalPages = 4 * walPages
/** A large transaction makes the WAL larger; it is truncated to this size when it is next restarted. */
const walBytes = 64 * 1024 * 1024
/** Ids are random, so inserting into their index touches all of it. That index is about a thirtieth of the file. */
const cacheKiB = { least: 8 * 1024, most: 32 * 1024, share: 1 / 30 } as const

/** Makes a connection durable: from now on a commit is on the disk when it returns (`synchronous=FULL`, asserted). */
export function makeDurable(sql: DatabaseSync, path: string): void {
  sql.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF')
  sql.exec(`PRAGMA wal_autocheckpoint = ${mostWalPages}; PRAGMA journal_size_limit = ${walBytes}`)
  sql.exec(`PRAGMA cache_size = -${cacheFor(statSync(path).size)}`)
  assertDurable(sql)
  addSearchFunctions(sql)
}

/** Commits wait for the last copy of a long WAL: not for a disk that is slow. It is tried for so long while another thread reads. */
const lastCopy = { slowMs: 200, waitMs: 50 } as const

/**
 * As `checkpoint`, once the WAL has at least so many pages that are not in the store file yet. A long WAL then starts over: what other
 * threads wrote meanwhile is copied twice more, each time less, the last time while they wait.
 */
export function checkpointFrom(sql: Sql, pages: number): void {
  try {
    const state = sql.prepare('PRAGMA wal_checkpoint(NOOP)').get()
    const isLong = Number(state?.log) >= walPages
    const left = Number(state?.log) - Number(state?.checkpointed)
    if (left < (isLong ? 1 : pages)) return
    checkpoint(sql)
    if (!isLong) return
    const startedAtMs = performance.now()
    checkpoint(sql)
    if (performance.now() - startedAtMs < lastCopy.slowMs) copyLast(sql)
  } catch {
    // The next write reports it.
  }
}

function copyLast(sql: Sql): void {
  untilFree(sql, lastCopy.waitMs, () => sql.prepare('PRAGMA wal_checkpoint(FULL)').get()?.busy === 0)
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
