import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { mergeSegments } from '#core/database/full-text.ts'
import { inTransaction } from '#core/database/sql.ts'
import type { Note, NoteListItem, TranscriptLine } from '#shared/notes/model.ts'
import type { TextSwitches } from '#shared/notes/text-contract.ts'
import { instantOf, type Row } from '../index/note-row.ts'
import { bytesOf, DamagedText, middleKey, openTextFile, strayKeys } from './text-file.ts'
import { partsOf, wordsOf } from './text-words.ts'

/** An indexed note whose text may be stored. */
export interface Indexed {
  readonly item: NoteListItem
  readonly sortKey: number
}

export interface StoredText {
  readonly note: Note
  readonly lines: readonly TranscriptLine[]
  readonly readAt: string
}

/** Shares of a text's words that the full-text index needs on disk, measured. */
const wordsShare = 0.4
/** Texts written or deleted per commit, and free pages removed from the file. */
const slice = 50
const pagesFreed = 200

const bits = ({ summaries, transcripts, privateNotes }: TextSwitches) =>
  Number(summaries) | (Number(transcripts) << 1) | (Number(privateNotes) << 2)
const transcriptBit = 2

/** Stores the texts of a workspace in their own file. All methods throw SQLite's errors. */
export type TextStore = ReturnType<typeof openTextStore>

export function openTextStore(path: string) {
  const sql = openTextFile(path)
  const find = sql.prepare('SELECT * FROM texts WHERE note_id = ?')
  const state = sql.prepare(
    `SELECT key, sort_key, read_of, read_at, parts FROM texts WHERE note_id = ?1
     UNION ALL SELECT NULL, NULL, read_of, read_at, 7 FROM refusals WHERE note_id = ?1`,
  )
  const insert = sql.prepare('INSERT INTO texts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const insertWords = sql.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)')
  const dropText = sql.prepare('DELETE FROM texts WHERE key = ?')
  const dropWords = sql.prepare('DELETE FROM words WHERE rowid = ?')
  const refuse = sql.prepare('INSERT OR REPLACE INTO refusals VALUES (?, ?, ?, ?)')
  const dropRefusal = sql.prepare('DELETE FROM refusals WHERE note_id = ?')
  const highest = sql.prepare('SELECT key, sort_key FROM texts WHERE key < ? ORDER BY key DESC LIMIT 1')
  const lowest = sql.prepare('SELECT key, sort_key FROM texts ORDER BY key LIMIT 1')
  const oldest = sql.prepare('SELECT key, sort_key, bytes FROM texts ORDER BY sort_key LIMIT 1')
  const sums = sql.prepare('SELECT count(*) AS texts, coalesce(sum(bytes), 0) AS bytes FROM texts')
  const refused = sql.prepare('SELECT count(*) AS n FROM refusals WHERE is_too_large = ?')
  const surplus = sql.prepare('SELECT * FROM texts WHERE parts & ? LIMIT ?')
  const freePages = sql.prepare('PRAGMA freelist_count')
  const ids = sql.prepare(
    'SELECT note_id FROM (SELECT note_id FROM texts UNION SELECT note_id FROM refusals) WHERE note_id > ? ORDER BY note_id LIMIT ?',
  )
  const countFreePages = () => Number(freePages.get()?.freelist_count)
  const total = () => {
    const { texts, bytes } = sums.get() ?? {}
    return { texts: Number(texts), bytes: Number(bytes) }
  }
  let sum = total()
  /** Whether words of deleted texts may still be in the file. */
  let isUntidy = true

  const remove = (row: Row) => {
    dropText.run(Number(row.key))
    dropWords.run(Number(row.key))
    sum = { texts: sum.texts - 1, bytes: sum.bytes - Number(row.bytes) }
  }

  const add = (
    row: {
      readonly id: string
      readonly sortKey: number
      readonly of: string
      readonly at: string
      readonly parts: number
    },
    note: Note,
    lines: readonly TranscriptLine[] | null,
  ) => {
    const key = keyFor(row.sortKey)
    const words = wordsOf(partsOf(note, lines ?? []))
    const packed = { note: packNote(note), lines: lines && pack(lines) }
    const bytes = packed.note.length + (packed.lines?.length ?? 0) + Math.ceil(words.length * wordsShare)
    insert.run(key, row.id, row.sortKey, row.of, row.at, row.parts, bytes, packed.note, packed.lines)
    insertWords.run(key, words)
    sum = { texts: sum.texts + 1, bytes: sum.bytes + bytes }
  }

  const keyFor = (sortKey: number): number => {
    const last = highest.get(strayKeys)
    if (!last) return middleKey
    if (sortKey < Number(last.sort_key) && Number(last.key) + 1 < strayKeys) return Number(last.key) + 1
    const first = lowest.get()
    if (sortKey > Number(first?.sort_key) && Number(first?.key) > 1) return Number(first?.key) - 1
    return Math.max(Number(highest.get(Number.MAX_SAFE_INTEGER)?.key) + 1, strayKeys)
  }

  const floor = (limit: number): number =>
    sum.texts > 0 && sum.bytes + sum.bytes / sum.texts > limit ? Number(oldest.get()?.sort_key) : -1

  /** Drops the texts of the notes that changed longest ago until the rest is within the limit. Returns whether it is. */
  const dropOldest = (limit: number, most: number): boolean => {
    for (let left = most; sum.bytes > limit && sum.texts > 0; left -= 1) {
      if (left === 0) return false
      const row = oldest.get()
      if (!row) break
      remove(row)
      isUntidy = true
    }
    return true
  }

  return {
    path,
    sum: () => sum,
    refused: () => Number(refused.get(0)?.n),
    tooLarge: () => Number(refused.get(1)?.n),
    bytes: () => bytesOf(path),
    /** Returns the sort key up to which notes have no place. Returns -1 while there is place. */
    floor,
    /** Returns whether a note has to be read, moved to its new place, or neither. */
    stateOf({ item, sortKey }: Indexed, wanted: TextSwitches, lastEvent: string | undefined) {
      const row = state.get(item.id)
      if (!row || bits(wanted) & ~Number(row.parts)) return 'due'
      if (lastEvent !== undefined && lastEvent > String(row.read_at)) return 'due'
      const of = String(row.read_of)
      if (of !== keyOf(item) && !isNewer(of, item)) return 'due'
      return row.sort_key === null || Number(row.sort_key) === sortKey ? 'current' : 'moved'
    },
    isMoved: (id: string, sortKey: number) => {
      const at = state.get(id)?.sort_key
      return typeof at === 'number' && at !== sortKey
    },
    /** Stores a note in place of its earlier text. Without `lines`, an unchanged note keeps its transcript. */
    put(
      { item, sortKey }: Indexed,
      note: Note,
      lines: readonly TranscriptLine[] | null | undefined,
      wanted: TextSwitches,
      how: { readonly at: string; readonly limit: number },
    ) {
      inTransaction(sql, () => {
        const row = find.get(item.id)
        const shown = isNewer(keyOf(note), item) ? note : item
        const of = keyOf(shown)
        const kept = lines === undefined && row?.read_of === of ? row : null
        const isWhole = lines !== undefined || (Number(kept?.parts ?? 0) & transcriptBit) > 0
        const text = kept ? linesIn(kept) : (lines ?? null)
        if (row) remove(row)
        dropRefusal.run(item.id)
        const parts = bits(wanted) & (isWhole ? 7 : ~transcriptBit)
        const stored = { id: item.id, sortKey, of, at: how.at, parts }
        const { title, owner } = shown
        add(stored, limited({ ...note, title, owner }, wanted), wanted.transcripts ? text : null)
        dropOldest(how.limit, slice)
      })
    },
    /** Moves a text to its note's new place in the order. */
    move(id: string, sortKey: number) {
      inTransaction(sql, () => {
        const row = find.get(id)
        if (!row) return
        const { note, lines } = textIn(row)
        remove(row)
        const { read_of: of, read_at: at, parts } = row
        add(
          { id, sortKey, of: String(of), at: String(at), parts: Number(parts) },
          note,
          row.transcript ? lines : null,
        )
      })
    },
    drop(id: string) {
      inTransaction(sql, () => {
        const row = find.get(id)
        if (row) remove(row)
        dropRefusal.run(id)
        isUntidy ||= row !== undefined
      })
    },
    /** Deletes the text of a note that the service refused to return. */
    refuse(item: NoteListItem, at: string, isTooLarge = false) {
      inTransaction(sql, () => {
        const row = find.get(item.id)
        if (row) remove(row)
        refuse.run(item.id, keyOf(item), at, Number(isTooLarge))
        isUntidy ||= row !== undefined
      })
    },
    get(id: string): StoredText | null {
      const row = find.get(id)
      return row ? textIn(row) : null
    },
    idsAfter: (id: string): string[] => ids.all(id, slice * 4).map(({ note_id: found }) => String(found)),
    /** Deletes some of the parts that are switched off, and some texts above the limit. Returns whether none are left. */
    shrink(wanted: TextSwitches, limit: number): boolean {
      return inTransaction(sql, () => {
        const rows = surplus.all(7 & ~bits(wanted), slice)
        for (const row of rows) {
          const { note, lines } = textIn(row)
          remove(row)
          const kept = {
            id: String(row.note_id),
            sortKey: Number(row.sort_key),
            of: String(row.read_of),
            at: String(row.read_at),
          }
          const parts = Number(row.parts) & bits(wanted)
          add({ ...kept, parts }, limited(note, wanted), wanted.transcripts && row.transcript ? lines : null)
          isUntidy = true
        }
        return dropOldest(limit, slice) && rows.length < slice
      })
    },
    /**
     * Merges some words, so that those of deleted texts leave the file, and then makes the file smaller. Returns whether there is
     * more to do.
     */
    tidy(): boolean {
      if (!isUntidy) return false
      if (mergeSegments(sql, 'words')) return true
      const before = countFreePages()
      sql.exec(`PRAGMA incremental_vacuum(${pagesFreed})`)
      if (countFreePages() < before) return true
      sql.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      isUntidy = false
      return false
    },
    close: () => sql.close(),
  }
}

/** Identifies the version of a note that was read, by what a list shows of it. */
const keyOf = ({ title, owner, updatedAt }: NoteListItem): string =>
  JSON.stringify([updatedAt, title, owner?.name ?? null, owner?.email ?? null])

/** Returns whether a version is newer than the note in the index, which is then out of date. */
function isNewer(key: string, { updatedAt }: NoteListItem): boolean {
  const [at] = JSON.parse(key) as [string | null]
  return (instantOf(at) ?? 0) > (instantOf(updatedAt) ?? Number.POSITIVE_INFINITY)
}

/** Leaves out what the user didn't switch on. */
function limited(note: Note, { summaries, privateNotes }: TextSwitches): Note {
  return {
    ...note,
    ...(summaries ? {} : { summaryMarkdown: null, summaryText: null }),
    ...(privateNotes ? {} : { privateNotesMarkdown: null, privateNotesText: null }),
  }
}

/** The fields that are compressed together, in their order. The others are columns, or not stored because they aren't known. */
const packedFields = [
  'createdAt',
  'summaryMarkdown',
  'summaryText',
  'privateNotesMarkdown',
  'privateNotesText',
  'attendees',
  'calendarEvent',
  'folders',
  'webUrl',
] as const

const compression = { params: { [constants.ZSTD_c_compressionLevel]: 6 } }
const pack = (value: object) => zstdCompressSync(JSON.stringify(value), compression)
const packNote = (note: Note) => pack(packedFields.map((field) => note[field]))
const unpack = (blob: unknown): unknown => JSON.parse(zstdDecompressSync(blob as Uint8Array).toString())

const linesIn = (row: Row): TranscriptLine[] | null =>
  row.transcript === null ? null : (unpack(row.transcript) as TranscriptLine[])

export function textIn(row: Row): StoredText {
  try {
    const values = unpack(row.note) as unknown[]
    const [updatedAt, title, name, email] = JSON.parse(String(row.read_of)) as (string | null)[]
    const note = {
      ...Object.fromEntries(packedFields.map((field, at) => [field, values[at]])),
      id: String(row.note_id),
      title,
      owner: name === null ? null : { name, email },
      updatedAt,
      unknown: '{}',
    } as Note
    return { note, lines: linesIn(row) ?? [], readAt: String(row.read_at) }
  } catch {
    // The error of the parser would contain text.
    throw new DamagedText()
  }
}
