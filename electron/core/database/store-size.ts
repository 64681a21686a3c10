import type { Sql } from './sql.ts'

export interface StoreSize {
  readonly usedBytes: number
  /** Size of the file's free pages, which SQLite reuses before the file grows. */
  readonly spareBytes: number
}

export function createStoreSize(sql: Sql): () => StoreSize {
  const pages = sql.prepare('PRAGMA page_count')
  const spare = sql.prepare('PRAGMA freelist_count')
  const size = sql.prepare('PRAGMA page_size')
  return () => {
    const bytes = Number(size.get()?.page_size)
    const spareBytes = Number(spare.get()?.freelist_count) * bytes
    return { usedBytes: Number(pages.get()?.page_count) * bytes - spareBytes, spareBytes }
  }
}
