import { inTransaction, type Sql } from '#core/database/sql.ts'
import type { Annotation } from '#shared/deliveries/model.ts'

/** SQL condition for starred deliveries, which automatic deletions skip. */
export const isStarred =
  'EXISTS (SELECT 1 FROM delivery_annotations WHERE delivery_id = deliveries.id AND starred = 1)'
export const isRemarked =
  "EXISTS (SELECT 1 FROM delivery_annotations WHERE delivery_id = deliveries.id AND note <> '')"

export const annotationColumns = `coalesce((SELECT starred FROM delivery_annotations WHERE delivery_id = deliveries.id), 0) AS starred,
  coalesce((SELECT note FROM delivery_annotations WHERE delivery_id = deliveries.id), '') AS remark`

/**
 * Stores stars and remarks separately from deliveries, so that they don't slow down incoming deliveries. They are deleted with
 * their delivery. If re-verification turns a delivery into an attempt of another one, its star and remark move there.
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
    /** Moves the annotations to another delivery. Must run inside a transaction. */
    move: (from: number, to: number) => void move.run(from, to),
    /** Changes the given annotations. Ignores deleted deliveries. Throws SQLite's error without changing anything. */
    annotate: (id: number, changes: Partial<Annotation>) =>
      inTransaction(sql, () => {
        if (changes.starred !== undefined) star.run(id, changes.starred ? 1 : 0)
        if (changes.remark !== undefined) remark.run(id, changes.remark)
        forgetEmpty.run(id)
      }),
  }
}
