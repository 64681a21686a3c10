import { bodyWords } from '#core/database/search-functions.ts'
import { inTransaction, type Sql } from '#core/database/sql.ts'
import type { Log } from '#core/platform/ports.ts'
import { bytes } from '../delivery-reading.ts'

/** Rows a slice: a few milliseconds, after which deliveries have their turn. */
const slice = 200
const quietMs = 300
const betweenMs = 20
/** While deliveries come without a pause, a small slice is still done this often. */
const atLeastEveryMs = 3000

/** Up to which id the words of bodies are indexed. */
export function createWordsThrough(sql: Sql): () => number {
  const find = sql.prepare('SELECT through FROM delivery_words_state WHERE rowid = 1')
  return () => Number(find.get()?.through)
}

/**
 * Fills the index of words afterwards, in slices and when it is quiet: to do so for each delivery as it is stored would cost
 * half of the rate. What is not in it yet is searched row by row (`delivery-search.ts`).
 */
export function createDeliveryWords({ sql, log }: { readonly sql: Sql; readonly log: Log }) {
  const through = createWordsThrough(sql)
  const setThrough = sql.prepare('UPDATE delivery_words_state SET through = ? WHERE rowid = 1')
  const next = sql.prepare('SELECT id, body FROM deliveries WHERE id > ? ORDER BY id LIMIT ?')
  const insert = sql.prepare('INSERT INTO delivery_words (rowid, body) VALUES (?, ?)')
  const gone = sql.prepare('SELECT id FROM delivery_words_deleted WHERE id > 0 ORDER BY id LIMIT ?')
  const takeOut = sql.prepare('DELETE FROM delivery_words WHERE rowid = ?')
  const forget = sql.prepare('DELETE FROM delivery_words_deleted WHERE id = ?')
  let timer: NodeJS.Timeout | undefined
  let lastFillMs = performance.now()
  let lastWakeMs = lastFillMs

  const fill = (): boolean => {
    const rows = next.all(through(), slice)
    const deleted = gone.all(slice)
    if (rows.length + deleted.length === 0) return false
    inTransaction(sql, () => {
      for (const { id, body } of rows) insert.run(Number(id), bodyWords(bytes(body)).join(' '))
      const last = rows.at(-1)
      if (last) setThrough.run(Number(last.id))
      for (const { id } of deleted) {
        takeOut.run(Number(id))
        forget.run(Number(id))
      }
    })
    return rows.length === slice || deleted.length === slice
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
        // The search does without; the next delivery wakes this again.
        log.error('The words of deliveries could not be indexed now.', error)
      }
    }, ms).unref()
  }

  later(quietMs)

  return {
    /** A slice now. Says whether there may be more. */
    fill,
    /** Something was stored: its words are due once it is quiet. */
    wake() {
      lastWakeMs = performance.now()
      if (!timer) later(quietMs)
    },
    close: () => clearTimeout(timer),
  }
}
