import type { Sql } from '#core/database/sql.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import { noteOf } from '../note-row.ts'
import { lastSortKey, strayRows } from '../sort-key.ts'
import { parseSearch, type SearchQuery, type Sign } from './search-query.ts'

/** A found note with its sort key, by which the results are ordered. */
export interface FoundRow {
  readonly sortKey: number
  readonly note: NoteListItem
}

/** Finds notes by words and parts of words, most recently updated first. */
export function createSearch(sql: Sql) {
  const search = createRowSearch(sql)
  return (workspaceId: string, text: string, limit: number, from: number | null) => {
    const rows = search(workspaceId, parseSearch(text), limit + 1, from)
    return { notes: rows.slice(0, limit).map(({ note }) => note), next: rows[limit]?.sortKey ?? null }
  }
}

/** Like `createSearch`. Reads the notes in their order until there are enough, so that only a few have to be sorted. */
export function createRowSearch(sql: Sql) {
  const prepared = new Map<string, ReturnType<Sql['prepare']>>()
  const find = sql.prepare('SELECT * FROM indexed_notes WHERE sort_key = ?')
  const last = sql.prepare(
    'SELECT sort_key FROM indexed_notes WHERE position > 0 ORDER BY position DESC LIMIT 1',
  )
  const nearest = (way: 'ASC' | 'DESC') =>
    sql.prepare(
      `SELECT position FROM indexed_notes WHERE sort_key BETWEEN ? AND ? AND +position IS NOT NULL
       ORDER BY sort_key ${way} LIMIT 1`,
    )
  const [lowest, highest] = [nearest('ASC'), nearest('DESC')]
  const stray = sql.prepare(
    'SELECT 1 AS yes FROM indexed_notes WHERE position IS NULL AND sort_key BETWEEN ? AND ? LIMIT 1',
  )

  /** Returns the ranges of row IDs for a range of sort keys: that of notes with a position, and that of the others. */
  const rangesOf = (from: number, to: number) => {
    // Only a few notes up to the last one with a position have none, so that the walks to both ends are short.
    const end = last.get()?.sort_key
    const high = highest.get(from, Math.min(to, Number(end ?? -1)))?.position
    const low = from === 0 ? 1 : lowest.get(from, to)?.position
    const placed = { by: 'position', first: Number(low), last: Number(high) } as const
    const strays = { by: 'sort_key', first: from + strayRows, last: to + strayRows } as const
    return [...(high === undefined ? [] : [placed]), ...(stray.get(from, to) ? [strays] : [])]
  }

  /** Runs a prepared statement. Its SQL depends on the number of signs, never on user input. */
  const all = (
    source: keyof typeof sources,
    signs: readonly Sign[],
    { by, ...values }: Record<string, string | number> & { readonly by: keyof typeof joins },
  ) => {
    const key = `${source} ${by} ${signs.map(({ inFolder }) => (inFolder ? 'folder' : 'note')).join(' ')}`
    const statement =
      prepared.get(key) ?? sql.prepare(sources[source](signs.map(holdsSign).join(''), joins[by]))
    prepared.set(key, statement)
    const named = signs.map(({ text }, index) => [`sign${index}`, text] as const)
    return statement.all({ ...values, ...Object.fromEntries(named) })
  }

  return (workspaceId: string, query: SearchQuery, limit: number, from: number | null): FoundRow[] => {
    const { words, infixes, signs, ...bounds } = query
    const common = { workspace: workspaceId, limit }
    const [first, last] = [bounds.from, Math.min(bounds.to, from ?? lastSortKey)]
    const rows =
      words === null && infixes === null
        ? all('time', signs, { ...common, by: 'sort_key', first, last })
        : rangesOf(first, last).flatMap((range) => {
            const asked = { ...common, ...range }
            return [
              ...(words === null ? [] : all('words', signs, { ...asked, words })),
              ...(infixes === null
                ? []
                : infixes.words === null
                  ? all('infixes', signs, { ...asked, infixes: infixes.match })
                  : all('both', signs, { ...asked, infixes: infixes.match, words: infixes.words })),
            ]
          })
    const keys = [...new Set(rows.map((row) => Number(row.sort_key)))].sort((a, b) => b - a)
    return keys.slice(0, limit).map((sortKey) => ({ sortKey, note: noteOf(find.get(sortKey) ?? {}) }))
  }
}

/**
 * The plus sign prevents SQLite from using an index for the condition. It then reads the notes in the order of their sort keys.
 */
const sources = {
  words: (signs: string, join: string) => walk('note_words', 'note_words MATCH :words', signs, join),
  infixes: (signs: string, join: string) => walk('note_infixes', 'note_infixes MATCH :infixes', signs, join),
  both: (signs: string, join: string) =>
    walk(
      'note_infixes',
      `note_infixes MATCH :infixes
       AND +note_infixes.rowid IN (SELECT rowid FROM note_words WHERE note_words MATCH :words)`,
      signs,
      join,
    ),
  time: (signs: string) => `
    SELECT n.sort_key FROM indexed_notes n
    WHERE n.sort_key BETWEEN :first AND :last AND +n.workspace_id = :workspace ${signs}
    ORDER BY n.sort_key DESC LIMIT :limit`,
}

/** Conditions that find the note of a row in a full-text table, for both kinds of row IDs. */
const joins = { position: 'n.position = rowid', sort_key: `n.sort_key = rowid - ${strayRows}` } as const

const walk = (table: string, match: string, signs: string, join: string) => `
  SELECT n.sort_key FROM ${table} CROSS JOIN indexed_notes n ON ${join.replace('rowid', `${table}.rowid`)}
  WHERE ${match} AND ${table}.rowid BETWEEN :first AND :last AND n.workspace_id = :workspace ${signs}
  ORDER BY ${table}.rowid DESC LIMIT :limit`

const holdsSign = ({ inFolder }: Sign, index: number) =>
  inFolder
    ? `
  AND EXISTS (
    SELECT 1 FROM note_folders f JOIN indexed_folders g ON g.workspace_id = f.workspace_id AND g.id = f.folder_id
    WHERE f.workspace_id = n.workspace_id AND f.note_id = n.id AND instr(g.name, :sign${index}))`
    : `
  AND instr(n.title || ' ' || coalesce(n.owner_name, '') || ' ' || coalesce(n.owner_email, '') || ' ' || n.id, :sign${index})`
