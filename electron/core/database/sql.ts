import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '#shared/errors.ts'

/** The database connection as features use it. Statements are synchronous and short. */
export type Sql = Pick<DatabaseSync, 'exec' | 'prepare' | 'isTransaction'>

/** So long a statement waits for another connection. */
export const busyTimeoutMs = 2000
const pause = new Int32Array(new SharedArrayBuffer(4))

/**
 * Tries once a millisecond until `attempt` is true, for `ms` at most. Returns whether it was. SQLite itself waits longer and longer
 * between two looks at a lock, up to 100 ms, and responses would wait with it.
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

/** Runs `work` in a transaction. When this returns, the commit is on the disk. */
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

/** The kind of an SQLite error; `null` for any other error. */
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

/** https://www.sqlite.org/rescode.html: an extended code carries its primary code in the low byte. */
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

/** SQLite may already have rolled back, or the disk may fail again. Neither may hide the first error. */
function rollBack(sql: Sql) {
  try {
    if (sql.isTransaction) sql.exec('ROLLBACK')
  } catch {
    // The first error is thrown.
  }
}

/**
 * A failure of the disk or of the files of the store, with a message for the user; `null` for any other error. `problem`: what is
 * known to be wrong with those files (`StoreFiles`), which then is the cause and has its own advice.
 */
export function storageRefused(cause: unknown, problem: string | null): AppError | null {
  const failure = sqliteFailure(cause)
  if (failure === null || failure === 'other') return null
  return new AppError('storage', problem ?? `${causes[failure]} ${advice[failure]}`, { cause })
}

/** What is wrong, for the user. */
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

/** A column as it was stored; `null` unless it is text. */
export const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
