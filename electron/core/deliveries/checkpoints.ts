import { checkpointFrom } from '#core/database/connection.ts'
import type { Sql } from '#core/database/sql.ts'

const everyMs = 500
/** 8 MB: some milliseconds of copying. */
const mostPages = 2_000

/**
 * Copies the log of the store into its file while much is written. Left to the engine, the commit that reaches its limit would copy
 * all of it, and every response would wait for that.
 */
export function startCheckpoints(sql: Sql): () => void {
  const timer = setInterval(() => checkpointFrom(sql, mostPages), everyMs).unref()
  return () => clearInterval(timer)
}
