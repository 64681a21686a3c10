import { inTransaction, type Sql } from '#core/database/sql.ts'

/**
 * Every commit adds a segment to a full-text table, and segments have to be merged. Left to SQLite, some commits would do
 * that for a long while; so it is done by so many pages of the file at a time, which is a few milliseconds.
 */
export const pagesMerged = 40

/** A smaller table is fast in any state. In pages, as the largest part below. */
const smallest = 100
/** The largest segment holds at least so much of a compact table, so each page is written again only a few times. */
const compactShare = 0.75

/**
 * Merges the segments of full-text tables into one. A search walks through every segment: among 100,000 notes, two words that are
 * hardly ever together took 25 ms in the 23 segments that reading them left, and 4 ms in one.
 */
export function createCompaction(sql: Sql, tables: readonly string[]) {
  const parts = tables.map((table) => ({
    // The index of a table has a row for nearly every page of a segment.
    sizes: sql.prepare(
      `SELECT coalesce(max(pages), 0) AS largest, coalesce(sum(pages), 0) AS whole
       FROM (SELECT count(*) AS pages FROM ${table}_idx GROUP BY segid)`,
    ),
    // The minus asks for one segment in the end, however they are.
    merge: sql.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', -${pagesMerged})`),
  }))
  const changes = sql.prepare('SELECT total_changes() AS count')
  /** Those that may have to be merged, and those that are being merged. */
  let unsure = parts
  let merging: typeof parts = []

  const isCompact = ({ sizes }: (typeof parts)[number]) => {
    const { largest, whole } = sizes.get() ?? {}
    return Number(whole) < smallest || Number(largest) >= Number(whole) * compactShare
  }

  const countChanges = () => Number(changes.get()?.count)

  return {
    /** Does a little, in a short commit. Returns whether there is more to do. */
    step(): boolean {
      if (merging.length === 0) merging = unsure.filter((part) => !isCompact(part))
      unsure = []
      const [part, ...others] = merging
      // If the disk refuses it, it is tried again after the next change.
      merging = []
      if (part === undefined) return false
      const before = countChanges()
      inTransaction(sql, () => part.merge.run())
      // As SQLite documents it: with fewer changes than two, there was nothing to merge.
      merging = countChanges() - before < 2 ? others : [part, ...others]
      return merging.length > 0
    },
    /** The tables changed. */
    lookAgain() {
      unsure = parts
    },
  }
}
