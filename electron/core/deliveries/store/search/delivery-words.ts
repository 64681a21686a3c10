import { bodyWords } from '#core/database/search-functions.ts'
import { inTransaction, type Sql } from '#core/database/sql.ts'
import type { Log } from '#core/platform/ports.ts'
import { bytes } from '../delivery-from-row.ts'

/** Rows per slice, which takes a few milliseconds. Deliveries are handled between slices. */
const slice = 200
/** Number of pages per merge. Merging this many takes a few milliseconds. */
const pagesMerged = 16
const mergesASlice = 3
const quietMs = 300
const betweenMs = 20
const atLeastEveryMs = 3000

export function createWordsThrough(sql: Sql): () => number {
  const find = sql.prepare('SELECT through FROM delivery_words_state WHERE rowid = 1')
  return () => Number(find.get()?.through)
}

/**
 * Fills the full-text index in slices when few deliveries arrive. Indexing each delivery at once would halve the throughput.
 * Until a delivery is indexed, searches scan its row (`delivery-search.ts`).
 */
export function createDeliveryWords({ sql, log }: { readonly sql: Sql; readonly log: Log }) {
  const through = createWordsThrough(sql)
  const setThrough = sql.prepare('UPDATE delivery_words_state SET through = ? WHERE rowid = 1')
  const next = sql.prepare('SELECT id, body FROM deliveries WHERE id > ? ORDER BY id LIMIT ?')
  const insert = sql.prepare('INSERT INTO delivery_words (rowid, body) VALUES (?, ?)')
  const gone = sql.prepare('SELECT id FROM delivery_words_deleted WHERE id > 0 ORDER BY id LIMIT ?')
  const takeOut = sql.prepare('DELETE FROM delivery_words WHERE rowid = ?')
  const forget = sql.prepare('DELETE FROM delivery_words_deleted WHERE id = ?')
  const mergeSome = sql.prepare(
    `INSERT INTO delivery_words (delivery_words, rank) VALUES ('merge', ${pagesMerged})`,
  )
  const changes = sql.prepare('SELECT total_changes() AS count')
  const countChanges = () => Number(changes.get()?.count)
  let timer: NodeJS.Timeout | undefined
  let lastFillMs = performance.now()
  let lastWakeMs = lastFillMs

  /**
   * Returns whether there may be more to merge. According to SQLite's documentation, fewer than two changes mean that nothing was
   * merged.
   */
  const merge = (): boolean => {
    for (let done = 0; done < mergesASlice; done++) {
      const before = countChanges()
      mergeSome.run()
      if (countChanges() - before < 2) return false
    }
    return true
  }

  const fill = (): boolean => {
    const rows = next.all(through(), slice)
    const deleted = gone.all(slice)
    if (rows.length + deleted.length === 0) return merge()
    inTransaction(sql, () => {
      for (const { id, body } of rows) insert.run(Number(id), bodyWords(bytes(body)).join(' '))
      const last = rows.at(-1)
      if (last) setThrough.run(Number(last.id))
      for (const { id } of deleted) {
        takeOut.run(Number(id))
        forget.run(Number(id))
      }
    })
    return merge() || rows.length === slice || deleted.length === slice
  }

  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      const nowMs = performance.now()
      const waitMs = Math.min(lastWakeMs + quietMs, lastFillMs + atLeastEveryMs) - nowMs
      if (waitMs > 0) return later(waitMs)
      try {
        lastFillMs = nowMs
        if (fill()) later(betweenMs)
      } catch (error) {
        // Searches work without the index, and the next delivery starts another attempt.
        log.error('The words of deliveries could not be indexed now.', error)
      }
    }, ms).unref()
  }

  later(quietMs)

  return {
    /** Indexes one slice now. Returns whether there may be more to index. */
    fill,
    /** Must be called after deliveries were stored. */
    wake() {
      lastWakeMs = performance.now()
      if (!timer) later(quietMs)
    },
    close: () => clearTimeout(timer),
  }
}
