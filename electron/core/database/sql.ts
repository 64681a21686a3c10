import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '#shared/errors.ts'

/** The database connection as features use it. Statements are synchronous and short. */
export type Sql = Pick<DatabaseSync, 'exec' | 'prepare' | 'isTransaction'>

/** Runs `work` in a transaction. When this returns, the commit is on the disk. */
export function inTransaction<Result>(sql: Sql, work: () => Result): Result {
  sql.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    sql.exec('COMMIT')
    return result
  } catch (error) {
    rollBack(sql)
    throw error
  }
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

export function storageRefused(cause: unknown): AppError {
  return new AppError('storage', 'Couldn’t write to the disk. Free up space and try again.', {
    cause,
  })
}
