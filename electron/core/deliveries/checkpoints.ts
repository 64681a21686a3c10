import { checkpointFrom } from '#core/database/connection.ts'
import type { Sql } from '#core/database/sql.ts'

const everyMs = 500
/** Pages copied per checkpoint: 8 MB, which takes a few milliseconds. */
const mostPages = 2_000

/**
 * Checkpoints the write-ahead log regularly. SQLite's automatic checkpoint would copy the whole log during one commit and hold up
 * every response.
 */
export function startCheckpoints(sql: Sql): () => void {
  const timer = setInterval(() => checkpointFrom(sql, mostPages), everyMs).unref()
  return () => clearInterval(timer)
}
