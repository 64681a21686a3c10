import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '#shared/errors.ts'
import { addSearchFunctions } from './search-functions.ts'
import { type Sql, untilFree } from './sql.ts'

/**
 * Number of 4 KB pages at which the WAL is checkpointed and then reused. With a large number, a page that many commits change is
 * copied to the database file only once. SQLite's default of 1,000 costs a sixth of the throughput (`npm run bench`).
 */
const walPages = 16_000
/**
 * Length of the WAL, in pages, at which SQLite checkpoints it during a commit. Usually the WAL never gets that long, because
 * `checkpointFrom` copies its pages earlier.
 */
const mostWalPages = 4 * walPages
/** Size to which SQLite truncates the WAL file. A large transaction can exceed it temporarily. */
const walBytes = 64 * 1024 * 1024
/**
 * Page cache size: a thirtieth of the file, within these limits. The index on random ids is about that large, and an insert may
 * change any of its pages.
 */
const cacheKiB = { least: 8 * 1024, most: 32 * 1024, share: 1 / 30 } as const

/**
 * Makes a connection durable: when a commit returns, its changes are on disk (`synchronous=FULL`, asserted). Also adds the search
 * functions.
 */
export function makeDurable(sql: DatabaseSync, path: string): void {
  sql.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF')
  sql.exec(`PRAGMA wal_autocheckpoint = ${mostWalPages}; PRAGMA journal_size_limit = ${walBytes}`)
  sql.exec(`PRAGMA cache_size = -${cacheFor(statSync(path).size)}`)
  assertDurable(sql)
  addSearchFunctions(sql)
}

/**
 * Limits for the last copy that `checkpointFrom` makes, because commits have to wait for it. If the copy before took longer than
 * `slowMs`, the disk is slow and the last copy is skipped. While another thread is reading, the last copy is retried for up to
 * `waitMs`.
 */
const lastCopy = { slowMs: 200, waitMs: 50 } as const

/**
 * Runs a checkpoint if at least `pages` pages of the WAL are missing from the database file. A long WAL is copied in up to three
 * passes, so that it can be reused afterwards. Each pass has fewer pages to copy, and commits wait only for the last one.
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
  } catch {}
}

function copyLast(sql: Sql): void {
  untilFree(sql, lastCopy.waitMs, () => sql.prepare('PRAGMA wal_checkpoint(FULL)').get()?.busy === 0)
}

export function checkpoint(sql: Sql): void {
  try {
    sql.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {}
}

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

const everyMs = 500
/** Pages copied per checkpoint. 2,000 pages are 8 MB, which takes a few milliseconds. */
const mostPages = 2_000

/**
 * Checkpoints the write-ahead log on a timer. SQLite's automatic checkpoint would copy the whole log in one commit and delay
 * every response.
 */
export function startCheckpoints(sql: Sql): () => void {
  const timer = setInterval(() => checkpointFrom(sql, mostPages), everyMs).unref()
  return () => clearInterval(timer)
}
