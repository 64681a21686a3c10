import { accessSync, closeSync, constants, existsSync, openSync, renameSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../shared/errors.ts'
import { asideName, backUp } from './backup.ts'
import { migrations } from './migrations.ts'
import { addSearchFunctions } from './search-functions.ts'
import { inTransaction, type Sql, sqliteFailure } from './sql.ts'

/** The store of this machine: one file, one writing connection in one process. */
export interface Database {
  readonly sql: Sql
  readonly path: string
  /** Words for the user when a damaged file was moved aside or the history is missing; `null` when all is well. */
  readonly problem: string | null
  close(): void
}

/** "NHk1" as a number: tells a store of Notehook from any other SQLite file. */
const applicationId = 0x4e486b31
const busyTimeoutMs = 2000
/**
 * The WAL is folded into the file once it has so many pages of 4 KB: pages that many commits change are then written to the
 * file once, and fewer than one delivery in a hundred waits for the sync this takes. With the default of 1,000 a sixth of the
 * rate is lost (`npm run bench`).
 */
const walPages = 16_000
/** One large transaction makes the WAL larger still: the next that begins it anew cuts it back to this. */
const walBytes = 64 * 1024 * 1024
/**
 * Ids come in no order, so of a long history much is touched at random: where each new id belongs among all. That index is
 * about a thirtieth of the file.
 */
const cacheKiB = { least: 8 * 1024, most: 32 * 1024, share: 1 / 30 } as const
/** A check reads the whole file, so beyond this size it would delay the start by seconds. */
const quickCheckUpToBytes = 256 * 1024 * 1024

/**
 * Opens or makes the store. What it promises: a commit is on the disk when it returns (`synchronous=FULL`, asserted), and
 * nothing is ever deleted: a damaged file is moved aside as `<file>.bad-<time>` and a new one begun, and one of an older
 * format is copied before it is changed. Throws `AppError`
 * `storage` for a file of a newer version, which stays untouched, and when the disk refuses.
 */
export function openDatabase(path: string, now: () => Date = () => new Date()): Database {
  const wasEmptied = existsSync(path) && statSync(path).isFile() && statSync(path).size === 0
  try {
    const sql = openSql(path)
    const problem = wasEmptied ? `The history of deliveries is missing: ${basename(path)} was empty.` : null
    return { sql, path, problem, close: () => sql.close() }
  } catch (error) {
    if (!isDamage(error)) throw storageError(error, path)
    const movedTo = moveAside(path, now())
    const sql = openSql(path)
    const problem = `The history of deliveries was damaged. It was moved to ${movedTo}, and a new one was begun.`
    return { sql, path, problem, close: () => sql.close() }
  }
}

function openSql(path: string): DatabaseSync {
  // Made beforehand, so that nobody else may read it; SQLite gives its side files the same mode.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  const version = examine(path)
  const sql = new DatabaseSync(path, { timeout: busyTimeoutMs, allowExtension: false })
  try {
    sql.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF')
    sql.exec(`PRAGMA wal_autocheckpoint = ${walPages}; PRAGMA journal_size_limit = ${walBytes}`)
    sql.exec(`PRAGMA cache_size = -${cacheFor(statSync(path).size)}`)
    assertDurable(sql)
    if (version > 0 && version < migrations.length) backUp(sql, path, version)
    migrate(sql, version)
    addSearchFunctions(sql)
    return sql
  } catch (error) {
    sql.close()
    throw error
  }
}

/** In KiB, of a file of so many bytes. */
function cacheFor(bytes: number): number {
  const wanted = Math.round((bytes * cacheKiB.share) / 1024)
  return Math.min(cacheKiB.most, Math.max(cacheKiB.least, wanted))
}

/**
 * Looks before touching anything, and returns the version of the format. Read-only, because closing a writing connection
 * folds the WAL into the file and deletes it, also into a damaged one or one of a newer version.
 */
function examine(path: string): number {
  const sql = new DatabaseSync(path, { timeout: busyTimeoutMs, readOnly: true })
  try {
    assertEngine(sql)
    const version = readIdentity(sql)
    assertSound(sql, path)
    return version
  } finally {
    sql.close()
  }
}

/** Before 3.51.3 SQLite could damage a file in WAL mode. */
function assertEngine(sql: Sql) {
  const version = String(sql.prepare('SELECT sqlite_version() AS version').get()?.version)
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const isSound = major > 3 || (major === 3 && (minor > 51 || (minor === 51 && patch >= 3)))
  if (!isSound) throw new AppError('storage', `SQLite ${version} is too old: 3.51.3 is the least.`)
  const option = "SELECT 1 AS yes FROM pragma_compile_options WHERE compile_options = 'ENABLE_FTS5'"
  if (!sql.prepare(option).get()) throw new AppError('storage', 'This SQLite has no full-text search (FTS5).')
}

/** The first statement that reads the file: on one that is no database, only now SQLite notices. */
function readIdentity(sql: Sql): number {
  const version = pragma(sql, 'user_version')
  const id = pragma(sql, 'application_id')
  const tables = Number(sql.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n)
  const isNew = id === 0 && version === 0 && tables === 0
  if (!isNew && id !== applicationId) throw new Damage('The file belongs to another program.')
  if (version > migrations.length) {
    throw new AppError(
      'storage',
      `The history of deliveries was written by a newer Notehook (format ${version}, this one knows ${migrations.length}). ` +
        'Nothing was changed. Update Notehook, or start it with another data folder.',
    )
  }
  return version
}

function assertDurable(sql: Sql) {
  const synchronous = pragma(sql, 'synchronous')
  const mode = sql.prepare('PRAGMA journal_mode').get()?.journal_mode
  if (synchronous === 2 && mode === 'wal') return
  throw new AppError(
    'storage',
    `The store is not durable here (synchronous ${synchronous}, ${String(mode)}).`,
  )
}

/** A zeroed page in the middle is seen by nothing else: inserts go on and reads fail much later. */
function assertSound(sql: Sql, path: string) {
  if (statSync(path).size > quickCheckUpToBytes) return
  const found = sql.prepare('PRAGMA quick_check(1)').get()?.quick_check
  if (found !== 'ok') throw new Damage(String(found))
}

function migrate(sql: Sql, from: number) {
  if (from === migrations.length) return
  inTransaction(sql, () => {
    for (const step of migrations.slice(from)) sql.exec(step)
    sql.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}`)
  })
}

function pragma(sql: Sql, name: 'user_version' | 'application_id' | 'synchronous'): number {
  return Number(sql.prepare(`PRAGMA ${name}`).get()?.[name])
}

function moveAside(path: string, now: Date): string {
  const aside = asideName(path, now)
  for (const side of ['', '-wal', '-shm']) {
    if (existsSync(path + side)) renameSync(path + side, aside + side)
  }
  return basename(aside)
}

class Damage extends Error {}

function isDamage(error: unknown): boolean {
  const failure = sqliteFailure(error)
  return error instanceof Damage || failure === 'corrupt' || failure === 'not-a-database'
}

function storageError(error: unknown, path: string): AppError {
  if (error instanceof AppError) return error
  const failure = sqliteFailure(error)
  // It has to write beside a file even to read it, and says only that it cannot open.
  const code = failure === 'cannot-open' ? whyNotWritten(path) : (failure ?? systemCode(error))
  const reason = (typeof code === 'string' ? refusals[code] : undefined) ?? 'the disk refuses'
  return new AppError('storage', `The store of deliveries cannot be opened: ${reason}.`, { cause: error })
}

function whyNotWritten(path: string): unknown {
  try {
    accessSync(dirname(path), constants.W_OK)
    return null
  } catch (error) {
    return systemCode(error)
  }
}

const systemCode = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : null

/** By SQLite, and by the system where the file is made. */
const refusals: Readonly<Record<string, string>> = {
  busy: 'another program is using it',
  full: 'the disk is full',
  ENOSPC: 'the disk is full',
  'read-only': 'the disk is read-only',
  EROFS: 'the disk is read-only',
  EACCES: 'the folder may not be written',
  EMFILE: 'too many files are open',
}
