import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { busyTimeoutMs, inTransaction, sqliteFailure } from '#core/database/sql.ts'

/** The `user_version` of text files. A file with another version is deleted, because its notes can be read again. */
const version = 3

/**
 * Rows from this key on are not in the order of their sort keys. They are few: notes that were changed or shared out of order.
 * All other keys are dense and in order, because full-text indexes are small and fast then.
 */
export const strayKeys = 2 ** 27
/** Key of the first text. Texts of older notes get higher keys, because notes are read from the newest on, and rows are appended. */
export const middleKey = 2 ** 24

const schema = `
-- The text of each note that was read, compressed. Deleted with the note, when the service refuses it, and above the size limit.
CREATE TABLE texts (
  key INTEGER PRIMARY KEY,
  note_id TEXT NOT NULL UNIQUE,
  -- The note's sort key in the index, and the title and time of change that it had there when it was read.
  sort_key INTEGER NOT NULL,
  read_of TEXT NOT NULL,
  read_at TEXT NOT NULL,
  -- The parts that were read, as bits.
  parts INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  note BLOB NOT NULL,
  transcript BLOB
) STRICT;
-- Descending, because notes are read from the newest on, so that rows are appended and pages are full.
CREATE INDEX texts_by_change ON texts (sort_key DESC, bytes);
-- Notes that the service refused to return, so that they are not requested again before they change.
CREATE TABLE refusals (
  note_id TEXT PRIMARY KEY, read_of TEXT NOT NULL, read_at TEXT NOT NULL, is_too_large INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- The words of each text. They are separated by spaces already, so the tokenizer needs no Unicode tables.
CREATE VIRTUAL TABLE words USING fts5 (
  text, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '1 2 3 5'
);
`

export const textFolder = (store: string): string => join(dirname(store), 'texts')
export const textFile = (store: string, workspaceId: string): string =>
  join(textFolder(store), `${workspaceId}.db`)

/** Opens or creates a workspace's text file. Throws SQLite's errors and those of the file system. */
export function openTextFile(path: string): DatabaseSync {
  createFolder(dirname(path))
  // Creates the file before SQLite does, so that no other user can read it.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  const sql = new DatabaseSync(path, { timeout: busyTimeoutMs, allowExtension: false })
  try {
    // A page has room for several texts, so that little of it is left over.
    sql.exec('PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL')
    sql.exec('PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = OFF')
    sql.exec('PRAGMA secure_delete = ON; PRAGMA journal_size_limit = 4194304')
    const found = Number(sql.prepare('PRAGMA user_version').get()?.user_version)
    if (found === 0) {
      inTransaction(sql, () => sql.exec(`${schema}; PRAGMA user_version = ${version}`))
    } else if (found !== version) throw new OutdatedText()
    else if (!isWhole(sql)) throw new DamagedText()
    return sql
  } catch (error) {
    sql.close()
    throw error
  }
}

const isWhole = (sql: DatabaseSync) =>
  Number(
    sql.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name IN ('texts', 'refusals', 'words')").get()
      ?.n,
  ) === 3

/** The file can't be used, and has to be read again from the service. */
export class DamagedText extends Error {}

/** The file is from another version of the app. */
export class OutdatedText extends DamagedText {}

export function isDamage(error: unknown): boolean {
  const failure = sqliteFailure(error)
  return error instanceof DamagedText || (failure !== null && damages.has(failure))
}

const damages: ReadonlySet<string> = new Set(['corrupt', 'not-a-database', 'io'])

/** Returns why the file can't be used, if it isn't damaged. */
export function problemOf(error: unknown): 'disk-full' | 'no-permission' | 'file-failed' {
  const failure = sqliteFailure(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (failure === 'full' || code === 'ENOSPC' || code === 'EDQUOT') return 'disk-full'
  const isForbidden = failure === 'read-only' || code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
  return isForbidden ? 'no-permission' : 'file-failed'
}

/** Tells backup programs to leave the folder out. See https://bford.info/cachedir/ for the format. */
const cacheTag =
  'Signature: 8a477f597d28d172789f06886806bc55\n# The text of notes, which Notehook can read again.\n'

function createFolder(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const tag = join(folder, 'CACHEDIR.TAG')
  if (!existsSync(tag)) writeFileSync(tag, cacheTag, { mode: 0o600 })
}

const sides = ['', '-wal', '-shm']

/** Deletes a text file that is closed. */
export function deleteTextFile(path: string): void {
  for (const side of sides) rmSync(path + side, { force: true })
}

/** Returns the workspaces that have a text file. */
export function textFilesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return [...new Set(readdirSync(folder).map((name) => /^(.+)\.db(?:-wal|-shm)?$/.exec(name)?.[1]))].filter(
    (name) => name !== undefined,
  )
}

export function bytesOf(path: string): number {
  return sides.reduce((sum, side) => sum + (statSync(path + side, { throwIfNoEntry: false })?.size ?? 0), 0)
}
