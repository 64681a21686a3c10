import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { inTransaction, type Sql } from './sql.ts'

/** So many rows, and so many pages of an index, are written at once, that a delivery does not have to wait. */
const slice = 200
const pages = 64

/**
 * Takes the words of what was deleted out of every full-text index. A deletion only marks them there; they go when the parts
 * of an index are merged (FTS5, sections 6.6 and 6.8), which otherwise happens after many more changes, or never.
 */
export async function forgetWords(sql: Sql): Promise<void> {
  while (inTransaction(sql, () => takeOut(sql)) > 0) await yieldToEventLoop()
  const indexes = sql
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%fts5%'")
    .all()
  const changes = sql.prepare('SELECT total_changes() AS n')
  const changed = () => Number(changes.get()?.n)
  for (const { name } of indexes) {
    const merge = sql.prepare(`INSERT INTO ${String(name)} (${String(name)}, rank) VALUES ('merge', ?)`)
    // The first one, negative, has all parts made one; the others go on with that until nothing is left to do.
    for (let most = -pages, before = changed(); ; most = pages, before = changed()) {
      merge.run(most)
      if (changed() - before < 2) break
      await yieldToEventLoop()
    }
  }
}

/** Words of deliveries are taken out when it is quiet; here somebody waits for it. */
function takeOut(sql: Sql): number {
  const ids = sql.prepare('SELECT id FROM delivery_words_deleted LIMIT ?').all(slice)
  for (const { id } of ids) {
    sql.prepare('DELETE FROM delivery_words WHERE rowid = ?').run(Number(id))
    sql.prepare('DELETE FROM delivery_words_deleted WHERE id = ?').run(Number(id))
  }
  return ids.length
}
