import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '#shared/errors.ts'

/** A database connection. Its statements are synchronous, so they must be short. */
export type Sql = Pick<DatabaseSync, 'exec' | 'prepare' | 'isTransaction'>

export const busyTimeoutMs = 2000
const pause = new Int32Array(new SharedArrayBuffer(4))

/**
 * Calls `attempt` once per millisecond until it returns true, for at most `ms`, and returns whether it did. SQLite itself would
 * pause for up to 100 ms between two checks of a lock, which would delay responses.
 */
export function untilFree(sql: Sql, ms: number, attempt: () => boolean): boolean {
  const untilMs = performance.now() + ms
  sql.exec('PRAGMA busy_timeout = 0')
  try {
    while (!attempt()) {
      if (performance.now() >= untilMs) return false
      Atomics.wait(pause, 0, 0, 1)
    }
    return true
  } finally {
    sql.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
  }
}

/** Runs `work` in a transaction, which is on disk when this function returns. */
export function inTransaction<Result>(sql: Sql, work: () => Result): Result {
  begin(sql)
  try {
    const result = work()
    sql.exec('COMMIT')
    return result
  } catch (error) {
    rollBack(sql)
    throw error
  }
}

function begin(sql: Sql) {
  let refusal: unknown
  const hasBegun = untilFree(sql, busyTimeoutMs, () => {
    try {
      sql.exec('BEGIN IMMEDIATE')
      return true
    } catch (error) {
      if (sqliteFailure(error) !== 'busy') throw error
      refusal = error
      return false
    }
  })
  if (!hasBegun) throw refusal
}

/** SQLite errors with their own message for the user. */
export type SqliteFailure =
  | 'busy'
  | 'full'
  | 'io'
  | 'read-only'
  | 'corrupt'
  | 'not-a-database'
  | 'cannot-open'
  | 'other'

export function sqliteFailure(error: unknown): SqliteFailure | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null
  return primaryCodes[error.errcode & 0xff] ?? 'other'
}

const primaryCodes: Readonly<Record<number, SqliteFailure>> = {
  5: 'busy',
  6: 'busy',
  8: 'read-only',
  10: 'io',
  11: 'corrupt',
  13: 'full',
  14: 'cannot-open',
  26: 'not-a-database',
}

/**
 * Rolls back without throwing. A second error, for example because SQLite has already rolled back, must not hide the first one.
 */
function rollBack(sql: Sql) {
  try {
    if (sql.isTransaction) sql.exec('ROLLBACK')
  } catch {}
}

/**
 * Returns an error for the user if the disk or the database files failed, and otherwise `null`. If `problem` is set, it is used
 * as the message.
 */
export function storageRefused(cause: unknown, problem: string | null): AppError | null {
  const failure = sqliteFailure(cause)
  if (failure === null || failure === 'other') return null
  return new AppError('storage', problem ?? `${causes[failure]} ${advice[failure]}`, { cause })
}

export const causes: Readonly<Record<Exclude<SqliteFailure, 'other'>, string>> = {
  full: 'The disk is full.',
  'read-only': 'The disk is read-only.',
  busy: 'Another program is using the delivery history.',
  io: 'The disk reports errors.',
  corrupt: 'The delivery history is damaged.',
  'not-a-database': 'The delivery history is damaged.',
  'cannot-open': 'The delivery history can’t be opened.',
}

const advice: typeof causes = {
  full: 'Free up space and try again.',
  'read-only': 'Make it writable and try again.',
  busy: 'Close it and try again.',
  io: 'Check it and try again.',
  corrupt: 'Restart Notehook to create a new one.',
  'not-a-database': 'Restart Notehook to create a new one.',
  'cannot-open': 'Restart Notehook.',
}

export const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
