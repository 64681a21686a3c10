import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { inTransaction, type Sql } from './sql.ts'

/** Rows, and pages of the index, per write. Both numbers are small, because incoming deliveries wait while a write runs. */
const slice = 200
const pages = 64

/**
 * Removes the words of deleted rows from every full-text index. Deleting a row only marks its words. They disappear when the
 * index's segments are merged (FTS5, sections 6.6 and 6.8), which might otherwise never happen.
 */
export async function purgeDeletedWords(sql: Sql): Promise<void> {
  while (inTransaction(sql, () => removeWords(sql)) > 0) await yieldToEventLoop()
  const indexes = sql
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%fts5%'")
    .all()
  for (const { name } of indexes) while (mergeSegments(sql, String(name))) await yieldToEventLoop()
}

/**
 * Merges some segments of a full-text index into one. Returns whether there may be more to merge. A negative number of pages
 * starts a merge of all segments, and continues it.
 */
export function mergeSegments(sql: Sql, name: string): boolean {
  const changes = sql.prepare('SELECT total_changes() AS n')
  const before = Number(changes.get()?.n)
  sql.prepare(`INSERT INTO ${name} (${name}, rank) VALUES ('merge', ?)`).run(-pages)
  return Number(changes.get()?.n) - before >= 2
}

/** Removes up to `slice` deleted deliveries from the index and returns their number. Usually called while the app is idle. */
function removeWords(sql: Sql): number {
  const ids = sql.prepare('SELECT id FROM delivery_words_deleted LIMIT ?').all(slice)
  for (const { id } of ids) {
    sql.prepare('DELETE FROM delivery_words WHERE rowid = ?').run(Number(id))
    sql.prepare('DELETE FROM delivery_words_deleted WHERE id = ?').run(Number(id))
  }
  return ids.length
}
