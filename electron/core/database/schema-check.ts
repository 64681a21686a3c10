import { DatabaseSync } from 'node:sqlite'
import { schema } from './schema.ts'
import type { Sql } from './sql.ts'

interface Part {
  readonly type: string
  /** Name of the index or trigger, or `table.column`. A table has one part per column, because a missing column makes it unusable. */
  readonly name: string
  readonly sql: string
}

/**
 * Compares the store with its schema and recreates missing indexes and triggers. Returns the name of a missing table or column, whose
 * content is lost, or `null`.
 */
export function completeSchema(sql: Sql): string | null {
  const there = new Set(partsOf(sql).map(({ name }) => name))
  const missing = expected().filter(({ name }) => !there.has(name))
  const lost = missing.find(({ type }) => type === 'table')
  if (lost) return lost.name
  for (const part of missing) sql.exec(part.sql)
  return null
}

/** Returns the parts of an empty store in memory, so that the schema is the only list of them. */
function expected(): readonly Part[] {
  const model = new DatabaseSync(':memory:')
  try {
    model.exec(schema)
    return partsOf(model)
  } finally {
    model.close()
  }
}

function partsOf(sql: Sql): readonly Part[] {
  return sql
    .prepare(
      `SELECT entry.type AS type, entry.name || coalesce('.' || info.name, '') AS name, entry.sql AS sql
       FROM sqlite_schema AS entry LEFT JOIN pragma_table_info(entry.name) AS info ON entry.type = 'table'
       WHERE entry.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .all()
    .map((row) => ({ type: String(row.type), name: String(row.name), sql: String(row.sql) }))
}
