import { checkpointFrom } from '#core/database/connection.ts'
import type { Sql } from '#core/database/sql.ts'

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
