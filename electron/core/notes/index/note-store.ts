import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { inTransaction, type Sql } from '#core/database/sql.ts'
import { createEmitter } from '#core/platform/emitter.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import { ownerKey, titleKey } from '#shared/notes/words.ts'
import { folded, withWordsApart } from './folded.ts'
import { changeOf, instantOf, noteOf, type Row } from './note-row.ts'
import { firstSortKey, keysPerSecond, strayRows } from './sort-key.ts'

/** Stores the index's notes, and updates both full-text tables with them. */
export type NoteStore = ReturnType<typeof createNoteStore>

export interface ChangedNotes {
  readonly workspaceId: string
  readonly noteIds: readonly string[]
}

/** `folderWords` returns the names of a note's folders as searchable text. */
export function createNoteStore(
  sql: Sql,
  folderWords: (workspaceId: string, id: string) => string = () => '',
) {
  const find = sql.prepare('SELECT * FROM indexed_notes WHERE workspace_id = ? AND id = ?')
  const titles = sql.prepare(
    'SELECT id, title FROM indexed_notes WHERE workspace_id = ? AND id IN (SELECT value FROM json_each(?))',
  )
  const highest = sql.prepare(
    'SELECT max(sort_key) AS highest FROM indexed_notes WHERE sort_key >= ?1 AND sort_key < ?1 + ?2',
  )
  const insert = sql.prepare(
    `INSERT INTO indexed_notes
       (sort_key, workspace_id, id, title, owner_name, owner_email, created_at, updated_at, created_ms, updated_ms,
        seen_run, title_key, owner_key)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const texts = ['note_words', 'note_infixes'].map((table) => ({
    insert: sql.prepare(`INSERT INTO ${table} (rowid, title, owner, note, folder) VALUES (?, ?, ?, ?, ?)`),
    drop: sql.prepare(`DELETE FROM ${table} WHERE rowid = ?`),
    merge: sql.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ${pagesMerged})`),
    of: table === 'note_words' ? (text: string) => withWordsApart(folded(text)) : folded,
  }))
  const compaction = createCompaction(sql, ['note_words', 'note_infixes'])
  const see = sql.prepare('UPDATE indexed_notes SET seen_run = ? WHERE sort_key = ?')
  const drop = sql.prepare('DELETE FROM indexed_notes WHERE sort_key = ?')
  const placed = sql.prepare('SELECT * FROM indexed_notes WHERE position > 0 ORDER BY position DESC LIMIT ?')
  const above = sql.prepare('SELECT * FROM indexed_notes WHERE sort_key > ? ORDER BY sort_key LIMIT ?')
  const manyStrays = sql.prepare(
    `SELECT 1 AS yes FROM indexed_notes INDEXED BY indexed_notes_by_position
     WHERE position IS NULL AND sort_key < ? LIMIT 1 OFFSET ${mostStrays}`,
  )
  const setPosition = sql.prepare('UPDATE indexed_notes SET position = ? WHERE sort_key = ?')
  const unseen = sql.prepare('SELECT * FROM indexed_notes WHERE workspace_id = ? AND seen_run <> ?')
  const forgotten = sql.prepare(
    `SELECT * FROM indexed_notes WHERE workspace_id NOT IN (SELECT workspace_id FROM note_sync) LIMIT ?`,
  )

  // These expressions must equal those of the database indexes, or SQLite does not use the indexes.
  const newest = ['coalesce(updated_ms, -9e15)', 'coalesce(created_ms, -9e15)'].map((at) =>
    sql.prepare(`SELECT * FROM indexed_notes WHERE workspace_id = ? ORDER BY ${at} DESC LIMIT 1`),
  )
  const addOwner = sql.prepare(
    `INSERT INTO indexed_owners VALUES (?, ?, ?, 1)
     ON CONFLICT (workspace_id, name, email) DO UPDATE SET notes = notes + 1`,
  )
  const countOwner = sql.prepare(
    'UPDATE indexed_owners SET notes = notes - 1 WHERE workspace_id = ? AND name = ? AND email = ?',
  )
  const dropOwner = sql.prepare(
    'DELETE FROM indexed_owners WHERE workspace_id = ? AND name = ? AND email = ? AND notes <= 0',
  )
  const changed = createEmitter<ChangedNotes>()
  const anyState = sql.prepare('SELECT 1 AS yes FROM note_sync LIMIT 1')

  const add = (workspaceId: string, run: number, note: NoteListItem) => {
    const { id, title, owner, createdAt, updatedAt } = note
    const sortKey = freeSortKey(updatedAt ?? createdAt)
    const person = [owner?.name ?? null, owner?.email ?? null]
    const textKeys = [titleKey(note), ownerKey(note)]
    const times = [createdAt, updatedAt, instantOf(createdAt), instantOf(updatedAt)]
    insert.run(sortKey, workspaceId, id, title, ...person, ...times, run, ...textKeys)
    if (owner) addOwner.run(workspaceId, owner.name, owner.email)
    addTexts(rowOf(sortKey, null), workspaceId, note)
  }

  const addTexts = (row: number, workspaceId: string, { id, title, owner }: NoteListItem) => {
    const person = [owner?.name, owner?.email].join(' ')
    const folder = folderWords(workspaceId, id)
    for (const { insert, of } of texts) insert.run(row, of(title), of(person), of(id), of(folder))
  }

  /**
   * Returns the next free sort key. If a second has no free key, uses the next second, which puts the note in a slightly wrong
   * position.
   */
  const freeSortKey = (at: string | null): number => {
    for (let first = firstSortKey(at); ; first += keysPerSecond) {
      const taken = highest.get(first, keysPerSecond)?.highest
      const sortKey = typeof taken === 'number' ? taken + 1 : first
      if (sortKey < first + keysPerSecond) return sortKey
    }
  }

  const dropTexts = ({ sort_key: sortKey, position }: Row) => {
    for (const text of texts) text.drop.run(rowOf(sortKey, position))
  }

  const remove = (row: Row) => {
    drop.run(Number(row.sort_key))
    dropTexts(row)
    const { owner } = noteOf(row)
    if (!owner) return
    const key = [String(row.workspace_id), owner.name, owner.email] as const
    countOwner.run(...key)
    dropOwner.run(...key)
  }

  const place = (row: Row, position: number | null) => {
    dropTexts(row)
    setPosition.run(position, Number(row.sort_key))
    addTexts(rowOf(row.sort_key, position), String(row.workspace_id), noteOf(row))
  }

  /**
   * Gives the next notes in order a position, in a short commit, so that searches find every note at any time. If too many notes came
   * late, takes back positions from the last one on until there are few. Returns whether there may be more to do.
   */
  const order = (): boolean => {
    const [last] = placed.all(1)
    const end = Number(last?.sort_key ?? -1)
    const isMixed = manyStrays.get(end) !== undefined
    const rows = isMixed ? placed.all(placedAtOnce) : above.all(end, placedAtOnce)
    if (rows.length === 0) return false
    inTransaction(sql, () => {
      let position = Number(last?.position ?? 0)
      for (const row of rows) place(row, isMixed ? null : ++position)
      for (const { merge } of texts) merge.run()
    })
    compaction.lookAgain()
    return true
  }

  const removeAll = (rows: readonly Row[]) => {
    for (const row of rows) remove(row)
    return rows.length
  }

  return {
    onDidChange: changed.event,
    /**
     * Adds or updates notes. `fresh` is the number of notes that are new in this run, and `added` the number that are new in the
     * index.
     */
    merge(
      workspaceId: string,
      run: number,
      notes: readonly NoteListItem[],
    ): { readonly fresh: number; readonly added: number } {
      let fresh = 0
      let added = 0
      const noteIds: string[] = []
      for (const note of notes) {
        const known = find.get(workspaceId, note.id)
        if (known?.seen_run !== run) fresh += 1
        if (known && isSame(noteOf(known), note)) {
          see.run(run, Number(known.sort_key))
          continue
        }
        if (known) remove(known)
        else added += 1
        add(workspaceId, run, note)
        noteIds.push(note.id)
      }
      if (noteIds.length > 0) changed.fire({ workspaceId, noteIds })
      return { fresh, added }
    },
    find(workspaceId: string, id: string): NoteListItem | null {
      const row = find.get(workspaceId, id)
      return row ? noteOf(row) : null
    },
    titles: (
      workspaceId: string,
      ids: readonly string[],
    ): { readonly id: string; readonly title: string }[] =>
      titles
        .all(workspaceId, JSON.stringify(ids))
        .map(({ id, title }) => ({ id: String(id), title: String(title) })),
    dropUnseen(workspaceId: string, run: number): string[] {
      const rows = unseen.all(workspaceId, run)
      removeAll(rows)
      const noteIds = rows.map(({ id }) => String(id))
      if (noteIds.length > 0) changed.fire({ workspaceId, noteIds })
      return noteIds
    },
    refile(workspaceId: string, id: string) {
      const row = find.get(workspaceId, id)
      if (!row) return
      dropTexts(row)
      addTexts(rowOf(row.sort_key, row.position), workspaceId, noteOf(row))
    },
    newest(workspaceId: string): string | null {
      const times = newest.flatMap((statement) => changeOf(noteOf(statement.get(workspaceId) ?? {})) ?? [])
      return times.length === 0 ? null : new Date(Math.max(...times)).toISOString()
    },
    dropForgotten(most: number): number {
      if (anyState.get()) return removeAll(forgotten.all(most))
      sql.exec(empty)
      return 0
    },
    /** Merges some segments of the full-text tables in a short commit. Call this after every commit of many notes. */
    async mergeSegments() {
      await yieldToEventLoop()
      inTransaction(sql, () => {
        for (const { merge } of texts) merge.run()
      })
      compaction.lookAgain()
    },
    /** Gives some notes their positions, or merges some segments. Returns whether there may be more to do. */
    compact: () => order() || compaction.step(),
  }
}

/** Returns a function that reads the owners of a workspace's notes and how many notes each of them owns. */
export function createOwnersReading(sql: Sql) {
  const owners = sql.prepare('SELECT name, email, notes FROM indexed_owners WHERE workspace_id = ?')
  return (workspaceId: string) =>
    owners.all(workspaceId).map(({ name, email, notes }) => ({
      name: String(name),
      email: String(email),
      notes: Number(notes),
    }))
}

/** Returns the row ID of a note's words in the full-text tables. */
const rowOf = (sortKey: unknown, position: unknown): number =>
  typeof position === 'number' ? position : Number(sortKey) + strayRows

const empty = `
  DELETE FROM indexed_notes;
  DELETE FROM indexed_owners;
  INSERT INTO note_words (note_words) VALUES ('delete-all');
  INSERT INTO note_infixes (note_infixes) VALUES ('delete-all')`

const isSame = (a: NoteListItem, b: NoteListItem) =>
  a.title === b.title &&
  a.owner?.name === b.owner?.name &&
  a.owner?.email === b.owner?.email &&
  a.createdAt === b.createdAt &&
  a.updatedAt === b.updatedAt

/** Notes that get a position in one commit, which takes about 10 ms. */
const placedAtOnce = 25
/** Maximum number of late notes, such as those that were shared just now or that are of another workspace. */
const mostStrays = 500

/** Number of file pages per merge, which takes a few milliseconds. */
const pagesMerged = 40

/** Tables with fewer pages than this are fast without merging. */
const smallest = 100
/** If the largest segment contains this share of a table, the table counts as compact and is not merged again. */
const compactShare = 0.75

/**
 * Merges the segments of full-text tables into one, because a search reads every segment. With 100,000 notes in 23 segments, a
 * search for two words that rarely occur together took 25 ms. With one segment, it took 4 ms.
 */
function createCompaction(sql: Sql, tables: readonly string[]) {
  const parts = tables.map((table) => ({
    sizes: sql.prepare(
      `SELECT coalesce(max(pages), 0) AS largest, coalesce(sum(pages), 0) AS whole
       FROM (SELECT count(*) AS pages FROM ${table}_idx GROUP BY segid)`,
    ),
    // A negative number merges all segments into one in the end, regardless of their levels.
    merge: sql.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', -${pagesMerged})`),
  }))
  const changes = sql.prepare('SELECT total_changes() AS count')
  let unsure = parts
  let merging: typeof parts = []

  const isCompact = ({ sizes }: (typeof parts)[number]) => {
    const { largest, whole } = sizes.get() ?? {}
    return Number(whole) < smallest || Number(largest) >= Number(whole) * compactShare
  }

  const countChanges = () => Number(changes.get()?.count)

  return {
    step(): boolean {
      if (merging.length === 0) merging = unsure.filter((part) => !isCompact(part))
      unsure = []
      const [part, ...others] = merging
      merging = []
      if (part === undefined) return false
      const before = countChanges()
      inTransaction(sql, () => part.merge.run())
      // According to SQLite's documentation, fewer than two changes mean that nothing was merged.
      merging = countChanges() - before < 2 ? others : [part, ...others]
      return merging.length > 0
    },
    lookAgain() {
      unsure = parts
    },
  }
}
