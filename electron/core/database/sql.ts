import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '#shared/errors.ts'

/** What services may do with the one connection. Statements are synchronous and short. */
export type Sql = Pick<DatabaseSync, 'exec' | 'prepare' | 'isTransaction'>

/** Runs `work` whole or not at all. When this returns, the commit is on the disk. */
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

/** What SQLite could not do; `null` for an error that is not SQLite's. */
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

/** SQLite may have rolled back by itself, and a disk that failed once may fail here too: neither hides the first error. */
function rollBack(sql: Sql) {
  try {
    if (sql.isTransaction) sql.exec('ROLLBACK')
  } catch {
    // The first error is the one to tell.
  }
}

export function notKept(cause: unknown): AppError {
  return new AppError('storage', 'The disk refused to keep it. Try again when there is space.', { cause })
}
