import { accessSync, closeSync, constants, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AppError } from '#shared/errors.ts'
import { asideName, backUp } from './backup.ts'
import { createReserve, type Reserve } from './disk-reserve.ts'
import { format as currentFormat, currentVersion, type Format } from './schema.ts'
import { completeSchema } from './schema-check.ts'
import { addSearchFunctions } from './search-functions.ts'
import { applicationId } from './signature.ts'
import { inTransaction, type Sql, sqliteFailure } from './sql.ts'
import { openStoreFiles, type StoreFiles } from './store-files.ts'

/** The store of this machine: one file, one writing connection in one process. */
export interface Database {
  readonly sql: Sql
  readonly path: string
  /** Words for the user when a damaged or older file was moved aside or the history is missing; `null` when all is well. */
  readonly problem: string | null
  readonly files: StoreFiles
  /** For a deletion that found the disk full: gives up what was kept back, and then does as `foldLog`. */
  makeRoom(): void
  /** After SQLite found the disk full: the log of commits begins again in the space it has, if all of it is in the file. */
  foldLog(): void
  /** Keeps some space back for a day on which the disk is full. */
  keepRoom(): void
  close(): void
}

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

export interface DatabaseOptions {
  /** There was a store here before. */
  readonly wasUsed?: boolean
  /** Tests upgrade to a version that does not exist yet. */
  readonly format?: Format
}

/**
 * Opens or makes the store. What it promises: a commit is on the disk when it returns (`synchronous=FULL`, asserted), and
 * nothing is ever deleted. A damaged file is moved aside as `<file>.bad-<time>`, and one from before the first release as
 * `<file>.old-<time>`; then a new one is begun. One of an older release is copied before it is upgraded. On a full disk it
 * opens what there is. Throws `AppError` `storage` for a file of a newer version, which stays untouched, and when the disk
 * refuses.
 */
export function openDatabase(
  path: string,
  now: () => Date = () => new Date(),
  { wasUsed = false, format = currentFormat }: DatabaseOptions = {},
): Database {
  const found = lookAt(path)
  const reserve = createReserve(path)
  try {
    // Without its file SQLite would delete what is left of the commits of an earlier one.
    if (found !== 'a store') moveAside(path, now(), ['-wal', '-shm'])
    const { sql, isFull } = openOnAnyDisk(path, format, reserve)
    const problem =
      found === 'empty'
        ? `The history of deliveries is missing: ${basename(path)} was empty.`
        : found === 'nothing' && wasUsed
          ? missing(path)
          : isFull
            ? full
            : null
    return database(sql, path, problem, reserve, now)
  } catch (error) {
    const ending = error instanceof Unreleased ? 'old' : isDamage(error) ? 'bad' : null
    if (ending === null) throw storageError(error, path)
    const movedTo = moveAside(path, now(), ['', '-wal', '-shm'], ending)
    const problem = ending === 'old' ? unreleased(movedTo) : damaged(movedTo)
    return database(openNew(path, format), path, problem, reserve, now)
  }
}

function openNew(path: string, format: Format): DatabaseSync {
  try {
    return openSql(path, format)
  } catch (error) {
    throw storageError(error, path)
  }
}

function database(
  sql: DatabaseSync,
  path: string,
  problem: string | null,
  reserve: Reserve,
  now: () => Date,
): Database {
  return {
    ...{ sql, path, problem },
    files: openStoreFiles(sql, path, now),
    makeRoom() {
      // The file may want to grow by all that the log holds: what is given up is for the log first.
      if (!reserve.giveUp()) foldLog(sql)
    },
    foldLog: () => foldLog(sql),
    keepRoom: reserve.keep,
    close: () => sql.close(),
  }
}

function foldLog(sql: Sql) {
  try {
    sql.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {
    // The file has no room to grow. What is tried next says so itself.
  }
}

const damaged = (movedTo: string) =>
  `The history of deliveries was damaged. It was moved to ${movedTo}, and a new one was begun.`

const unreleased = (movedTo: string) =>
  `The history of deliveries was written by a Notehook from before the first release, which this one cannot read. It was moved to ${movedTo}, ` +
  'and a new one was begun, so connect your workspaces again. Your settings are unchanged.'

const missing = (path: string) =>
  `The history of deliveries is missing: ${basename(path)} was deleted or moved while Notehook was closed. A new one was begun, ` +
  'so connect your workspaces again. If you have the file, quit Notehook and put it back.'

const full =
  'The disk was full when Notehook started. Deliveries that cannot be stored are answered 503, so the service sends ' +
  'them again. Delete deliveries, or make space on the disk.'

function lookAt(path: string): 'nothing' | 'empty' | 'a store' {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 'nothing'
  if (stat.isFile()) return stat.size === 0 ? 'empty' : 'a store'
  const what = stat.isDirectory() ? 'a folder' : 'not a file'
  throw new AppError(
    'storage',
    `The store of deliveries cannot be opened: ${path} is ${what}. Move it somewhere else and start Notehook again.`,
  )
}

/** Needs space beside the file even to read it: first that which is kept back, then none, by doing without the index of the log. */
function openOnAnyDisk(
  path: string,
  format: Format,
  reserve: Reserve,
): { sql: DatabaseSync; isFull: boolean } {
  const isNew = !existsSync(path)
  try {
    return { sql: openSql(path, format), isFull: false }
  } catch (error) {
    if (!isFullDisk(error)) throw error
  }
  reserve.giveUp()
  try {
    return { sql: openSql(path, format), isFull: true }
  } catch (error) {
    if (!isFullDisk(error)) throw error
  }
  try {
    return { sql: openSql(path, format, 'alone'), isFull: true }
  } catch (error) {
    if (isNew) rmSync(path, { force: true })
    throw error
  }
}

/** `alone`: no other program may read it meanwhile, and it has no index beside it. */
function openSql(path: string, format: Format, how: 'shared' | 'alone' = 'shared'): DatabaseSync {
  // Made beforehand, so that nobody else may read it; SQLite gives its side files the same mode.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  const version = how === 'shared' ? examine(path, format) : null
  const sql = new DatabaseSync(path, { timeout: busyTimeoutMs, allowExtension: false })
  try {
    if (how === 'alone') sql.exec('PRAGMA locking_mode = EXCLUSIVE')
    const from = version ?? readSound(sql, path, format)
    sql.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF')
    sql.exec(`PRAGMA wal_autocheckpoint = ${walPages}; PRAGMA journal_size_limit = ${walBytes}`)
    sql.exec(`PRAGMA cache_size = -${cacheFor(statSync(path).size)}`)
    assertDurable(sql)
    if (from > 0 && from < currentVersion(format)) backUp(sql, path, from)
    upgrade(sql, from, format)
    addSearchFunctions(sql)
    assertWhole(sql, format)
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
 * Looks before touching anything, and returns the version of the format, 0 for a new store. Read-only, because closing a writing connection
 * folds the WAL into the file and deletes it, also into a damaged one or one of a newer version.
 */
function examine(path: string, format: Format): number {
  const sql = new DatabaseSync(path, { timeout: busyTimeoutMs, readOnly: true })
  try {
    return readSound(sql, path, format)
  } finally {
    sql.close()
  }
}

function readSound(sql: Sql, path: string, format: Format): number {
  assertEngine(sql)
  const version = readIdentity(sql, format)
  assertSound(sql, path)
  return version
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
function readIdentity(sql: Sql, format: Format): number {
  const version = pragma(sql, 'user_version')
  const id = pragma(sql, 'application_id')
  const tables = Number(sql.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n)
  const isNew = id === 0 && version === 0 && tables === 0
  if (!isNew && id !== applicationId) throw new Damage('The file belongs to another program.')
  if (version > currentVersion(format)) {
    throw new AppError(
      'storage',
      `The history of deliveries was written by a newer Notehook (format ${version}, this one knows ${currentVersion(format)}). ` +
        'Nothing was changed. Update Notehook, or start it with another data folder.',
    )
  }
  if (!isNew && version < format.firstVersion) throw new Unreleased()
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

/** A table that is not there is missed much later else, in the middle of the start. */
function assertWhole(sql: Sql, format: Format) {
  const missing = completeSchema(sql, format)
  if (missing !== null) throw new Damage(`${missing} is missing.`)
}

/** From version 0, which is a new store, to the current one. */
function upgrade(sql: Sql, from: number, format: Format) {
  const { firstVersion, schema, upgrades } = format
  if (from === currentVersion(format)) return
  inTransaction(sql, () => {
    if (from === 0) sql.exec(schema)
    for (const statements of upgrades.slice(Math.max(0, from - firstVersion))) sql.exec(statements)
    sql.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${currentVersion(format)}`)
  })
}

function pragma(sql: Sql, name: 'user_version' | 'application_id' | 'synchronous'): number {
  return Number(sql.prepare(`PRAGMA ${name}`).get()?.[name])
}

function moveAside(path: string, now: Date, sides: readonly string[], ending?: 'bad' | 'old'): string {
  const aside = asideName(path, now, ending)
  for (const side of sides) {
    if (existsSync(path + side)) renameSync(path + side, aside + side)
  }
  return basename(aside)
}

class Damage extends Error {}

/** A version that was never released: no upgrade leads from it. */
class Unreleased extends Error {}

function isDamage(error: unknown): boolean {
  const failure = sqliteFailure(error)
  return error instanceof Damage || failure === 'corrupt' || failure === 'not-a-database'
}

/** By SQLite, by its index of the log (SQLITE_IOERR_SHMSIZE), or by the system where a file is made. */
function isFullDisk(error: unknown): boolean {
  const isIndex = error instanceof Error && 'errcode' in error && error.errcode === 4874
  return isIndex || sqliteFailure(error) === 'full' || systemCode(error) === 'ENOSPC'
}

function storageError(error: unknown, path: string): AppError {
  if (error instanceof AppError) return error
  const failure = isFullDisk(error) ? 'full' : sqliteFailure(error)
  // It has to write beside a file even to read it, and says only that it cannot open.
  const code = failure === 'cannot-open' ? whyNotWritten(path) : (failure ?? systemCode(error))
  const reason = (typeof code === 'string' ? refusals.get(code) : undefined) ?? 'the disk refuses'
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
const refusals: ReadonlyMap<string, string> = new Map(
  Object.entries({
    busy: 'another program is using it',
    full: 'the disk is full',
    ENOSPC: 'the disk is full',
    'read-only': 'the disk is read-only',
    EROFS: 'the disk is read-only',
    EACCES: 'the folder may not be written',
    EMFILE: 'too many files are open',
  }),
)
