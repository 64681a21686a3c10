import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { busyTimeoutMs, type Sql } from '#core/database/sql.ts'
import type { TextMatch } from '#shared/notes/index-contract.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import { noteOf, type Row } from '../index/note-row.ts'
import { createRowSearch, type FoundRow } from '../index/search/search.ts'
import { parseSearch, parseTextSearch } from '../index/search/search-query.ts'
import { lastSortKey } from '../index/sort-key.ts'
import { isDamage, strayKeys, textFile } from './text-file.ts'
import { textIn } from './text-store.ts'
import { matchOf, partsOf, type TextPart, termOf } from './text-words.ts'

/**
 * Limits per page, so that typing stays fast. The rest is on the next page. A page always checks `least` texts, so that paging ends
 * on a slow machine too.
 */
const most = { candidates: 300, ms: 15, least: 20 } as const

/** Letters of recently searched texts that are kept in memory. */
const mostLetters = 2_000_000

export interface SearchAsked {
  readonly workspaceId: string
  readonly text: string
  readonly limit: number
  readonly from: number | null
}

export interface FoundText extends FoundRow {
  readonly match: TextMatch | null
}

/**
 * Searches titles and stored text. Runs on the reader thread, with its own read-only connection to each text file. Results are
 * in the order of the index's sort keys.
 */
export function createTextSearch(sql: Sql) {
  const search = createRowSearch(sql)
  const find = sql.prepare('SELECT * FROM indexed_notes WHERE workspace_id = ? AND id = ?')
  const files = createTextFiles(storePath(sql))

  /** Finds notes by their text, down to the sort key `low`. Notes below it were not searched. `low` is -1 at the end. */
  const searchTexts = ({
    workspaceId,
    text,
    limit,
    from,
  }: SearchAsked): { found: FoundText[]; low: number } => {
    const { terms: asked, fields } = parseTextSearch(text)
    const terms = asked.flatMap(({ text, ...how }) => termOf(text, how) ?? [])
    const file = terms.length === 0 ? null : files.open(workspaceId)
    if (!file) return { found: [], low: -1 }
    const hasFields = fields.words !== null || fields.infixes !== null || fields.signs.length > 0
    const untilMs = performance.now() + most.ms
    const found: FoundText[] = []
    let left: number = most.candidates
    const bounds = { first: fields.from, last: Math.min(fields.to, from ?? lastSortKey) }
    for (const { note_id: id, sort_key: key } of file.candidates(
      terms.flatMap((term) => term.candidates),
      bounds,
    )) {
      const sortKey = Number(key)
      const isLate = left <= most.candidates - most.least && performance.now() > untilMs
      if (found.length === limit || left === 0 || isLate) return { found, low: sortKey + 1 }
      left -= 1
      const row = find.get(workspaceId, String(id))
      if (Number(row?.sort_key) !== sortKey || !row) continue
      if (hasFields && search(workspaceId, { ...fields, from: sortKey, to: sortKey }, 1, null).length === 0)
        continue
      const item = noteOf(row)
      const parts = file.parts(item)
      const match = parts && matchOf(parts, terms)
      if (match) found.push({ sortKey, note: item, match })
    }
    return { found, low: -1 }
  }

  return {
    search(asked: SearchAsked) {
      const { workspaceId, text, limit, from } = asked
      const titles = search(workspaceId, parseSearch(text), limit + 1, from)
      const texts = files.safely(workspaceId, () => searchTexts({ ...asked, limit: limit + 1 }))
      const low = Math.max(titles[limit]?.sortKey ?? -1, texts?.low ?? -1)
      const all: readonly FoundText[] = [
        ...titles.map((row) => ({ ...row, match: null })),
        ...(texts?.found ?? []),
      ]
      const rows = [...new Map(all.map((row) => [row.sortKey, row])).values()]
        .filter(({ sortKey }) => sortKey >= low)
        .sort((a, b) => b.sortKey - a.sortKey)
      return {
        notes: rows.slice(0, limit).map(({ note, match }) => ({ ...note, match })),
        next: rows[limit]?.sortKey ?? (low > 0 ? low - 1 : null),
        isDamaged: texts === null,
      }
    },
    /** Closes the connection to a workspace's text file, because Windows can't delete an open file. */
    forget: files.close,
  }
}

function storePath(sql: Sql): string {
  return String(sql.prepare("SELECT file FROM pragma_database_list WHERE name = 'main'").get()?.file)
}

interface OpenFile {
  readonly inode: number
  candidates(
    words: readonly string[],
    bounds: { readonly first: number; readonly last: number },
  ): Iterable<Row>
  parts(item: NoteListItem): readonly TextPart[] | null
  readonly sql: DatabaseSync
}

function createTextFiles(store: string) {
  const opened = new Map<string, OpenFile>()

  const close = (workspaceId: string) => {
    opened.get(workspaceId)?.sql.close()
    opened.delete(workspaceId)
  }

  const open = (workspaceId: string): OpenFile | null => {
    const path = textFile(store, workspaceId)
    const inode = statSync(path, { throwIfNoEntry: false })?.ino
    const known = opened.get(workspaceId)
    if (known && known.inode === inode) return known
    close(workspaceId)
    if (inode === undefined) return null
    const file = openFile(path, inode)
    opened.set(workspaceId, file)
    return file
  }

  return {
    open,
    close,
    /** Runs a search in one transaction. Returns `null` if the file is damaged. */
    safely<Result>(workspaceId: string, work: () => Result): Result | null {
      try {
        const sql = open(workspaceId)?.sql
        sql?.exec('BEGIN')
        try {
          return work()
        } finally {
          if (sql?.isTransaction) sql.exec('COMMIT')
        }
      } catch (error) {
        close(workspaceId)
        if (!isDamage(error)) throw error
        return null
      }
    },
  }
}

function openFile(path: string, inode: number): OpenFile {
  const sql = new DatabaseSync(path, { timeout: busyTimeoutMs, allowExtension: false, readOnly: true })
  const columns = 't.note_id, t.sort_key'
  const from = `SELECT ${columns} FROM words CROSS JOIN texts t ON t.key = words.rowid WHERE words MATCH ?`
  const ordered = sql.prepare(
    `${from} AND words.rowid >= ? AND words.rowid < ${strayKeys} AND t.sort_key >= ? ORDER BY words.rowid`,
  )
  const strays = sql.prepare(
    `${from} AND words.rowid >= ${strayKeys} AND t.sort_key BETWEEN ? AND ? ORDER BY t.sort_key DESC`,
  )
  const all = sql.prepare(
    `SELECT ${columns} FROM texts t WHERE sort_key BETWEEN ? AND ? ORDER BY sort_key DESC`,
  )
  const highest = sql.prepare(
    `SELECT key FROM texts WHERE sort_key <= ? AND key < ${strayKeys} ORDER BY sort_key DESC LIMIT 1`,
  )
  const version = sql.prepare('SELECT key, sort_key, read_at, parts FROM texts WHERE note_id = ?')
  const find = sql.prepare('SELECT * FROM texts WHERE key = ?')
  /** The texts of the last searches, because the next letter is searched in the same ones. */
  const recent = new Map<string, readonly TextPart[]>()
  let letters = 0
  return {
    sql,
    inode,
    candidates(words, { first, last }) {
      if (words.length === 0) return all.iterate(first, last)
      const match = words.join(' AND ')
      const key = highest.get(last)?.key
      const walk = key === undefined ? [] : ordered.iterate(match, Number(key), first)
      return merged(walk, strays.iterate(match, first, last))
    },
    parts(item) {
      const of = version.get(item.id)
      if (!of) return null
      const id = JSON.stringify([item, of])
      const known = recent.get(id)
      if (known) return known
      const { note, lines } = textIn(find.get(Number(of.key)) ?? {})
      const parts = partsOf({ ...note, ...item }, lines)
      letters += parts.reduce((sum, { text }) => sum + text.length, 0)
      if (letters > mostLetters) {
        recent.clear()
        letters = 0
      }
      recent.set(id, parts)
      return parts
    },
  }
}

/** Merges two walks through texts, each of which is in descending order of the sort keys. */
function* merged(one: Iterable<Row>, other: Iterable<Row>): Iterable<Row> {
  const walks = [one[Symbol.iterator](), other[Symbol.iterator]()]
  try {
    const heads = walks.map((walk) => ({ walk, head: walk.next() }))
    while (true) {
      const left = heads.filter(({ head }) => !head.done)
      const next = left.sort((a, b) => Number(b.head.value.sort_key) - Number(a.head.value.sort_key))[0]
      if (!next) return
      yield next.head.value
      next.head = next.walk.next()
    }
  } finally {
    // Ends the statements, which would otherwise keep the file's WAL from being truncated.
    for (const walk of walks) walk.return?.()
  }
}
