import { accessSync, closeSync, constants, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AppError } from '#shared/errors.ts'
import { checkpoint, makeDurable } from './connection.ts'
import { openStoreFiles, type StoreFiles } from './deleted-files.ts'
import { createReserve, type Reserve } from './disk-reserve.ts'
import { asideName } from './moved-aside.ts'
import { firstVersion, schema } from './schema.ts'
import { applicationId } from './signature.ts'
import { busyTimeoutMs, inTransaction, type Sql, sqliteFailure } from './sql.ts'

/** This computer's database: a single file that only one process opens. */
export interface Database {
  readonly sql: Sql
  readonly path: string
  /**
   * A message for the user if a damaged or older file was moved aside, the history is missing, or the disk is full. Otherwise
   * `null`.
   */
  readonly problem: string | null
  readonly files: StoreFiles
  /** Whether a second connection can be opened. `false` if the disk was too full for the WAL index. */
  readonly isShared: boolean
  /** Releases reserved disk space, so that rows can be deleted on a full disk. */
  freeSpace(): void
  checkpoint(): void
  reserveSpace(): void
  close(): void
}

/** Maximum size of a file to check. The check reads the whole file, so a larger one would delay startup by seconds. */
const quickCheckUpToBytes = 256 * 1024 * 1024

export interface DatabaseOptions {
  readonly wasUsed?: boolean
}

/**
 * Opens or creates the database, even on a full disk. When a commit returns, its changes are on disk (`synchronous=FULL`,
 * asserted). Existing files are never deleted. A damaged file is moved aside as `<file>.bad-<time>`, one from an earlier version
 * as `<file>.old-<time>`, and a new file is created. Throws `AppError` `storage` for disk errors, and for a file from a newer
 * version, which is not changed.
 */
export function openDatabase(
  path: string,
  now: () => Date = () => new Date(),
  { wasUsed = false }: DatabaseOptions = {},
): Database {
  const found = fileStateOf(path)
  const reserve = createReserve(path)
  try {
    // Moves the WAL aside, because SQLite would delete it if the database file is missing.
    if (found !== 'a store') moveAside(path, now(), ['-wal', '-shm'])
    const { sql, isFull, isShared } = openOnAnyDisk(path, reserve)
    const problem =
      found === 'empty'
        ? `The delivery history is missing: ${basename(path)} was empty.`
        : found === 'nothing' && wasUsed
          ? missing(path)
          : isFull
            ? fullDisk
            : null
    return database(sql, path, problem, reserve, isShared)
  } catch (error) {
    const ending = error instanceof EarlierVersion ? 'old' : isDamage(error) ? 'bad' : null
    if (ending === null) throw storageError(error, path)
    const movedTo = moveAside(path, now(), ['', '-wal', '-shm'], ending)
    return database(openNew(path), path, (ending === 'old' ? earlier : damaged)(movedTo), reserve)
  }
}

function openNew(path: string): DatabaseSync {
  try {
    return openSql(path)
  } catch (error) {
    throw storageError(error, path)
  }
}

function database(
  sql: DatabaseSync,
  path: string,
  problem: string | null,
  reserve: Reserve,
  isShared = true,
): Database {
  return {
    sql,
    path,
    problem,
    isShared,
    files: openStoreFiles(sql, path),
    freeSpace() {
      // Skips the checkpoint if space was released. A checkpoint could grow the database file and use up the space that the WAL
      // needs.
      if (!reserve.release()) checkpoint(sql)
    },
    checkpoint: () => checkpoint(sql),
    reserveSpace: reserve.reserve,
    close: () => sql.close(),
  }
}

const damaged = (movedTo: string) =>
  `The delivery history was damaged. It was moved to ${movedTo}, and a new one was created.`

const earlier = (movedTo: string) =>
  `The delivery history is from an earlier pre-release version and can’t be read. It was moved to ${movedTo}, and a new one was ` +
  'created. Connect your workspaces again. Your settings are unchanged. Delete the moved file when you no longer need it.'

const missing = (path: string) =>
  `The delivery history is missing: ${basename(path)} was deleted or moved. A new one was created. ` +
  'Connect your workspaces again, or quit Notehook and restore the file.'

export const fullDisk =
  'The disk is full. Deliveries that can’t be stored get 503 and are retried. ' +
  'Delete deliveries or free up disk space.'

function fileStateOf(path: string): 'nothing' | 'empty' | 'a store' {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 'nothing'
  if (stat.isFile()) return stat.size === 0 ? 'empty' : 'a store'
  const what = stat.isDirectory() ? 'a folder' : 'not a file'
  throw new AppError(
    'storage',
    `The delivery history can’t be opened: ${path} is ${what}. Move it and start Notehook again.`,
  )
}

/**
 * Opens the database even on a full disk. Even reading needs disk space, for the WAL index, so this releases the reserve. If that
 * isn't enough, the database is opened without the index.
 */
function openOnAnyDisk(
  path: string,
  reserve: Reserve,
): { sql: DatabaseSync; isFull: boolean; isShared: boolean } {
  const isNew = !existsSync(path)
  try {
    return { sql: openSql(path), isFull: false, isShared: true }
  } catch (error) {
    if (!isFullDisk(error)) throw error
  }
  reserve.release()
  try {
    return { sql: openSql(path), isFull: true, isShared: true }
  } catch (error) {
    if (!isFullDisk(error)) throw error
  }
  try {
    return { sql: openSql(path, 'alone'), isFull: true, isShared: false }
  } catch (error) {
    if (isNew) rmSync(path, { force: true })
    throw error
  }
}

/** Opens a connection. With `alone`, it creates no WAL index file and locks out other programs and connections. */
function openSql(path: string, how: 'shared' | 'alone' = 'shared'): DatabaseSync {
  // Creates the file before SQLite does, so that no other user can read it. SQLite gives the same mode to its other files.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  const examined = how === 'shared' ? examine(path) : null
  const sql = new DatabaseSync(path, { timeout: busyTimeoutMs, allowExtension: false })
  try {
    if (how === 'alone') sql.exec('PRAGMA locking_mode = EXCLUSIVE')
    const isNew = examined ?? readSound(sql, path)
    makeDurable(sql, path)
    if (isNew) create(sql)
    assertWhole(sql)
    return sql
  } catch (error) {
    sql.close()
    throw error
  }
}

/**
 * Returns whether the database is new. Opens the file read-only, because closing a writable connection runs a checkpoint and
 * deletes the WAL, even if the file is damaged or from another version.
 */
function examine(path: string): boolean {
  const sql = new DatabaseSync(path, { timeout: busyTimeoutMs, readOnly: true })
  try {
    return readSound(sql, path)
  } finally {
    sql.close()
  }
}

function readSound(sql: Sql, path: string): boolean {
  assertEngine(sql)
  const isNew = readIdentity(sql)
  assertSound(sql, path)
  return isNew
}

/** Throws unless SQLite is at least 3.51.3 and has FTS5. Earlier versions could damage a file in WAL mode. */
function assertEngine(sql: Sql) {
  const version = String(sql.prepare('SELECT sqlite_version() AS version').get()?.version)
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const isSound = major > 3 || (major === 3 && (minor > 51 || (minor === 51 && patch >= 3)))
  if (!isSound) throw new AppError('storage', `SQLite ${version} is too old: at least 3.51.3 is required.`)
  const option = "SELECT 1 AS yes FROM pragma_compile_options WHERE compile_options = 'ENABLE_FTS5'"
  if (!sql.prepare(option).get()) throw new AppError('storage', 'This SQLite has no full-text search (FTS5).')
}

/**
 * Returns whether the database is new. Throws SQLite's error if the file is not a database, because this is the first statement
 * that reads the file.
 */
function readIdentity(sql: Sql): boolean {
  const version = pragma(sql, 'user_version')
  const id = pragma(sql, 'application_id')
  const tables = Number(sql.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n)
  const isNew = id === 0 && version === 0 && tables === 0
  if (!isNew && id !== applicationId) throw new Damage('The file belongs to another program.')
  if (version > firstVersion) {
    throw new AppError(
      'storage',
      `The delivery history is from a newer version of Notehook (format ${version}; this version supports ${firstVersion}). ` +
        'Update Notehook, or use another data folder. Nothing was changed.',
    )
  }
  if (!isNew && version < firstVersion) throw new EarlierVersion()
  return isNew
}

/**
 * Throws if the database is damaged. Without this check, a page of zeros in the middle of the file would cause an error much
 * later, when the page is read.
 */
function assertSound(sql: Sql, path: string) {
  if (statSync(path).size > quickCheckUpToBytes) return
  const found = sql.prepare('PRAGMA quick_check(1)').get()?.quick_check
  if (found !== 'ok') throw new Damage(String(found))
}

/** Throws if a table or column is missing, because the app would otherwise fail later during startup. */
function assertWhole(sql: Sql) {
  const missing = completeSchema(sql)
  if (missing !== null) throw new Damage(`${missing} is missing.`)
}

function create(sql: Sql) {
  inTransaction(sql, () => {
    sql.exec(schema)
    sql.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${firstVersion}`)
  })
}

function pragma(sql: Sql, name: 'user_version' | 'application_id'): number {
  return Number(sql.prepare(`PRAGMA ${name}`).get()?.[name])
}

function moveAside(path: string, now: Date, sides: readonly string[], ending?: 'bad' | 'old'): string {
  const aside = asideName(path, now, ending)
  for (const side of sides) {
    if (existsSync(path + side)) renameSync(path + side, aside + side)
  }
  return aside
}

class Damage extends Error {}

class EarlierVersion extends Error {}

function isDamage(error: unknown): boolean {
  const failure = sqliteFailure(error)
  return error instanceof Damage || failure === 'corrupt' || failure === 'not-a-database'
}

/**
 * Returns whether an error means that the disk is full: SQLite's own error, the WAL index's (SQLITE_IOERR_SHMSIZE), or the
 * system's when it can't create a file.
 */
function isFullDisk(error: unknown): boolean {
  const isIndex = error instanceof Error && 'errcode' in error && error.errcode === 4874
  return isIndex || sqliteFailure(error) === 'full' || systemCode(error) === 'ENOSPC'
}

function storageError(error: unknown, path: string): AppError {
  if (error instanceof AppError) return error
  const failure = isFullDisk(error) ? 'full' : sqliteFailure(error)
  // SQLite's *can't open* error has no details. A full disk is a possible cause, because SQLite creates files even when it only
  // reads.
  const code = failure === 'cannot-open' ? whyNotWritten(path) : (failure ?? systemCode(error))
  const reason = (typeof code === 'string' ? refusals.get(code) : undefined) ?? 'the disk reports an error'
  return new AppError('storage', `The delivery history can’t be opened: ${reason}.`, { cause: error })
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

const refusals: ReadonlyMap<string, string> = new Map(
  Object.entries({
    busy: 'another program is using it',
    full: 'the disk is full',
    ENOSPC: 'the disk is full',
    'read-only': 'the disk is read-only',
    EROFS: 'the disk is read-only',
    EACCES: 'you don’t have permission to write to the folder',
    EMFILE: 'too many files are open',
  }),
)

interface Part {
  readonly type: string
  /** The name of an index or trigger, or `table.column` for a column. */
  readonly name: string
  readonly sql: string
}

/**
 * Recreates missing indexes and triggers. Returns the name of the first missing table or column, whose content is lost, or `null`
 * if there is none.
 */
function completeSchema(sql: Sql): string | null {
  const there = new Set(partsOf(sql).map(({ name }) => name))
  const missing = expected().filter(({ name }) => !there.has(name))
  const lost = missing.find(({ type }) => type === 'table')
  if (lost) return lost.name
  for (const part of missing) sql.exec(part.sql)
  return null
}

/** Creates the schema in an empty in-memory database and lists its parts. */
function expected(): readonly Part[] {
  const model = new DatabaseSync(':memory:')
  try {
    model.exec(schema)
    return partsOf(model)
  } finally {
    model.close()
  }
}

function partsOf(sql: Sql): readonly Part[] {
  return sql
    .prepare(
      `SELECT entry.type AS type, entry.name || coalesce('.' || info.name, '') AS name, entry.sql AS sql
       FROM sqlite_schema AS entry LEFT JOIN pragma_table_info(entry.name) AS info ON entry.type = 'table'
       WHERE entry.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .all()
    .map((row) => ({ type: String(row.type), name: String(row.name), sql: String(row.sql) }))
}
