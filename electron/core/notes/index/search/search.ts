import type { Sql } from '#core/database/sql.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import { noteOf } from '../note-row.ts'
import { lastSortKey } from '../sort-key.ts'
import { parseSearch, type Sign } from './search-query.ts'

export interface Found {
  readonly notes: NoteListItem[]
  readonly next: number | null
}

export type Search = (workspaceId: string, text: string, limit: number, from: number | null) => Found

/**
 * Finds notes by words and parts of words, most recently updated first. Reads the notes in this order until a page is full, so
 * that nothing has to be sorted.
 */
export function createSearch(sql: Sql): Search {
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

  return (workspaceId, text, limit, from) => {
    const { words, infixes, signs, ...bounds } = parseSearch(text)
    const common = {
      workspace: workspaceId,
      first: bounds.from,
      last: Math.min(bounds.to, from ?? lastSortKey),
      limit: limit + 1,
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
    return {
      notes: found.slice(0, limit).map(([, row]) => noteOf(row)),
      next: found[limit]?.[0] ?? null,
    }
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
