import type { Sql } from '#core/database/sql.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import { noteOf } from '../note-row.ts'
import { lastSortKey } from '../sort-key.ts'
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

/** Like `createSearch`. Reads the notes in their order until there are enough, so that nothing has to be sorted. */
export function createRowSearch(sql: Sql) {
  const prepared = new Map<string, ReturnType<Sql['prepare']>>()

  /** Runs a prepared statement. Its SQL depends on the number of signs, never on user input. */
  const all = (
    source: keyof typeof sources,
    signs: readonly Sign[],
    values: Record<string, string | number>,
  ) => {
    const key = `${source} ${signs.map(({ inFolder }) => (inFolder ? 'folder' : 'note')).join(' ')}`
    const statement = prepared.get(key) ?? sql.prepare(sources[source](signs.map(holdsSign).join('')))
    prepared.set(key, statement)
    const named = signs.map(({ text }, index) => [`sign${index}`, text] as const)
    return statement.all({ ...values, ...Object.fromEntries(named) })
  }

  return (workspaceId: string, query: SearchQuery, limit: number, from: number | null): FoundRow[] => {
    const { words, infixes, signs, ...bounds } = query
    const common = {
      workspace: workspaceId,
      first: bounds.from,
      last: Math.min(bounds.to, from ?? lastSortKey),
      limit,
    }
    const rows = [
      ...(words === null ? [] : all('words', signs, { ...common, words })),
      ...(infixes === null
        ? []
        : infixes.words === null
          ? all('infixes', signs, { ...common, infixes: infixes.match })
          : all('both', signs, { ...common, infixes: infixes.match, words: infixes.words })),
      ...(words === null && infixes === null ? all('time', signs, common) : []),
    ]
    const found = [...new Map(rows.map((row) => [Number(row.sort_key), row]))].sort(([a], [b]) => b - a)
    return found.slice(0, limit).map(([sortKey, row]) => ({ sortKey, note: noteOf(row) }))
  }
}

/**
 * The plus sign prevents SQLite from using an index for the condition. It then reads the notes in the order of their sort keys.
 */
const sources = {
  words: (signs: string) => walk('note_words', 'note_words MATCH :words', signs),
  infixes: (signs: string) => walk('note_infixes', 'note_infixes MATCH :infixes', signs),
  both: (signs: string) =>
    walk(
      'note_infixes',
      `note_infixes MATCH :infixes
       AND +note_infixes.rowid IN (SELECT rowid FROM note_words WHERE note_words MATCH :words)`,
      signs,
    ),
  time: (signs: string) => `
    SELECT n.* FROM indexed_notes n
    WHERE n.sort_key BETWEEN :first AND :last AND +n.workspace_id = :workspace ${signs}
    ORDER BY n.sort_key DESC LIMIT :limit`,
}

const walk = (table: string, match: string, signs: string) => `
  SELECT n.* FROM ${table} CROSS JOIN indexed_notes n ON n.sort_key = ${table}.rowid
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
