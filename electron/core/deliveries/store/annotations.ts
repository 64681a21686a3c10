import { inTransaction, type Sql } from '#core/database/sql.ts'
import type { Annotation } from '#shared/deliveries/model.ts'

/** Of a row of `deliveries`: it is starred, so it is spared where deliveries are dropped by age, size or number. */
export const isStarred =
  'EXISTS (SELECT 1 FROM delivery_annotations WHERE delivery_id = deliveries.id AND starred = 1)'
export const isRemarked =
  "EXISTS (SELECT 1 FROM delivery_annotations WHERE delivery_id = deliveries.id AND note <> '')"

export const annotationColumns = `coalesce((SELECT starred FROM delivery_annotations WHERE delivery_id = deliveries.id), 0) AS starred,
  coalesce((SELECT note FROM delivery_annotations WHERE delivery_id = deliveries.id), '') AS remark`

/**
 * Stars and remarks, apart from the rows of deliveries, so that those that come cost nothing more. A mark goes with its
 * delivery, and moves when history is reverified and one becomes an attempt of another.
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
    /** One delivery becomes an attempt of another. Runs inside the caller's transaction. */
    move: (from: number, to: number) => void move.run(from, to),
    /** Changes what is named. A delivery that is gone stays so. Throws what SQLite throws; then nothing has changed. */
    annotate: (id: number, changes: Partial<Annotation>) =>
      inTransaction(sql, () => {
        if (changes.starred !== undefined) star.run(id, changes.starred ? 1 : 0)
        if (changes.remark !== undefined) remark.run(id, changes.remark)
        forgetEmpty.run(id)
      }),
  }
}
