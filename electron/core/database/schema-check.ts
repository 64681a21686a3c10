import { DatabaseSync } from 'node:sqlite'
import type { Format } from './schema.ts'
import type { Sql } from './sql.ts'

interface Part {
  readonly type: string
  /** Of a table with one of its columns, since a table that lacks a column is no use either. */
  readonly name: string
  readonly sql: string
}

/**
 * What a store of this format has and this one has not; indexes and triggers are made again. Returns the name of a table or
 * column that is missing, whose content nothing brings back, or `null`.
 */
export function completeSchema(sql: Sql, format: Format): string | null {
  const there = new Set(partsOf(sql).map(({ name }) => name))
  const missing = expected(format).filter(({ name }) => !there.has(name))
  const lost = missing.find(({ type }) => type === 'table')
  if (lost) return lost.name
  for (const part of missing) sql.exec(part.sql)
  return null
}

/** By making one, so that the schema is the only list. */
function expected({ schema, upgrades }: Format): readonly Part[] {
  const model = new DatabaseSync(':memory:')
  try {
    for (const statements of [schema, ...upgrades]) model.exec(statements)
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
