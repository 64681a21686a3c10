import type { NoteListItem } from '../../../shared/domain/note.ts'
import type { Sql } from '../store/sql.ts'
import { noteOf } from './note-row.ts'
import { lastPlace } from './place.ts'
import { parseSearch } from './search-query.ts'

export interface Found {
  readonly notes: NoteListItem[]
  /** Where the next page begins; `null` when there is none. */
  readonly next: number | null
}

export type Search = (workspaceId: string, text: string, limit: number, from: number | null) => Found

/**
 * Finds notes by words and by infixes, the last updated first. Every statement walks backwards along the places and ends when
 * the page is full; none sorts, so the price does not grow with the number of hits.
 */
export function createSearch(sql: Sql): Search {
  const byWords = sql.prepare(
    `SELECT n.* FROM index_words CROSS JOIN indexed_notes n ON n.place = index_words.rowid
     WHERE index_words MATCH :words ${among('index_words.rowid')} ORDER BY index_words.rowid DESC LIMIT :limit`,
  )
  const byInfixes = sql.prepare(
    `SELECT n.* FROM index_infixes CROSS JOIN indexed_notes n ON n.place = index_infixes.rowid
     WHERE index_infixes MATCH :infixes ${among('index_infixes.rowid')} ORDER BY index_infixes.rowid DESC LIMIT :limit`,
  )
  const byBoth = sql.prepare(
    `SELECT n.* FROM index_infixes CROSS JOIN indexed_notes n ON n.place = index_infixes.rowid
     WHERE index_infixes MATCH :infixes ${among('index_infixes.rowid')}
       AND index_infixes.rowid IN (SELECT rowid FROM index_words WHERE index_words MATCH :words)
     ORDER BY index_infixes.rowid DESC LIMIT :limit`,
  )
  const byTime = sql.prepare(
    `SELECT n.* FROM indexed_notes n WHERE true ${among('n.place')} ORDER BY n.place DESC LIMIT :limit`,
  )

  return (workspaceId, text, limit, from) => {
    const { words, infixes, signs, ...bounds } = parseSearch(text)
    const common = {
      workspace: workspaceId,
      first: bounds.from,
      last: Math.min(bounds.to, from ?? lastPlace),
      signs: JSON.stringify(signs),
      limit: limit + 1,
    }
    const rows = [
      ...(words === null ? [] : byWords.all({ ...common, words })),
      ...(infixes === null
        ? []
        : infixes.words === null
          ? byInfixes.all({ ...common, infixes: infixes.match })
          : byBoth.all({ ...common, infixes: infixes.match, words: infixes.words })),
      ...(words === null && infixes === null ? byTime.all(common) : []),
    ]
    const found = [...new Map(rows.map((row) => [Number(row.place), row]))].sort(([a], [b]) => b - a)
    return {
      notes: found.slice(0, limit).map(([, row]) => noteOf(row)),
      next: found[limit]?.[0] ?? null,
    }
  }
}

const among = (place: string) =>
  `AND ${place} BETWEEN :first AND :last AND n.workspace_id = :workspace AND NOT EXISTS (
     SELECT 1 FROM json_each(:signs) AS sign WHERE instr(
       n.title || ' ' || coalesce(n.owner_name, '') || ' ' || coalesce(n.owner_email, '') || ' ' || n.id, sign.value
     ) = 0)`
