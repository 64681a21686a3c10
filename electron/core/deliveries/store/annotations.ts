import { inTransaction, type Sql } from '#core/database/sql.ts'
import type { Annotation } from '#shared/deliveries/model.ts'

/** Condition on `deliveries` for starred rows, which deletions by age, size or number skip. */
export const isStarred =
  'EXISTS (SELECT 1 FROM delivery_annotations WHERE delivery_id = deliveries.id AND starred = 1)'
export const isRemarked =
  "EXISTS (SELECT 1 FROM delivery_annotations WHERE delivery_id = deliveries.id AND note <> '')"

export const annotationColumns = `coalesce((SELECT starred FROM delivery_annotations WHERE delivery_id = deliveries.id), 0) AS starred,
  coalesce((SELECT note FROM delivery_annotations WHERE delivery_id = deliveries.id), '') AS remark`

/**
 * Stores stars and remarks apart from deliveries, so that they add no cost to incoming ones. They are deleted with their delivery, and
 * move when re-verification turns a delivery into an attempt of another.
 */
export function createAnnotations(sql: Sql) {
  const star = sql.prepare(
    `INSERT INTO delivery_annotations (delivery_id, starred, note) SELECT id, ?2, '' FROM deliveries WHERE id = ?1
     ON CONFLICT DO UPDATE SET starred = excluded.starred`,
  )
  const remark = sql.prepare(
    `INSERT INTO delivery_annotations (delivery_id, starred, note) SELECT id, 0, ?2 FROM deliveries WHERE id = ?1
     ON CONFLICT DO UPDATE SET note = excluded.note`,
  )
  const forgetEmpty = sql.prepare(
    "DELETE FROM delivery_annotations WHERE delivery_id = ? AND starred = 0 AND note = ''",
  )
  const move = sql.prepare(
    `INSERT INTO delivery_annotations SELECT ?2, starred, note FROM delivery_annotations WHERE delivery_id = ?1
     ON CONFLICT DO UPDATE SET starred = max(starred, excluded.starred),
     note = trim(note || char(10) || excluded.note, char(10))`,
  )
  return {
    /** Moves annotations to another delivery, of which this one becomes an attempt. Runs inside the caller's transaction. */
    move: (from: number, to: number) => void move.run(from, to),
    /** Changes the given annotations. Ignores deleted deliveries. Throws what SQLite throws; then nothing has changed. */
    annotate: (id: number, changes: Partial<Annotation>) =>
      inTransaction(sql, () => {
        if (changes.starred !== undefined) star.run(id, changes.starred ? 1 : 0)
        if (changes.remark !== undefined) remark.run(id, changes.remark)
        forgetEmpty.run(id)
      }),
  }
}
