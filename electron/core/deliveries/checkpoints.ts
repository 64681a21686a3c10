import { checkpointFrom } from '#core/database/connection.ts'
import type { Sql } from '#core/database/sql.ts'

const everyMs = 500
/** Pages per checkpoint, 8 MB, which take some milliseconds to copy. */
const mostPages = 2_000

/**
 * Checkpoints the write-ahead log regularly. SQLite's automatic checkpoint would copy the whole log in one commit, and every response
 * would wait for it.
 */
export function startCheckpoints(sql: Sql): () => void {
  const timer = setInterval(() => checkpointFrom(sql, mostPages), everyMs).unref()
  return () => clearInterval(timer)
}
