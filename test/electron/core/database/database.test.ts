import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { inTransaction, sqliteFailure } from '#core/database/sql.ts'
import { AppError } from '#shared/errors.ts'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notehook-store-'))
  path = join(folder, 'notehook.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A store with so many secrets in its index that it spans many pages. */
function filled(rows = 2000) {
  const database = openDatabase(path)
  const insert = database.sql.prepare('INSERT INTO secret_index VALUES (?, ?, ?)')
  inTransaction(database.sql, () => {
    for (let at = 0; at < rows; at++) insert.run(`account-${at}-${'x'.repeat(200)}`, 'f', 't')
  })
  database.close()
}

const rowsIn = (file: string) => {
  const database = openDatabase(file)
  const count = Number(database.sql.prepare('SELECT count(*) AS n FROM secret_index').get()?.n)
  database.close()
  return { count, problem: database.problem }
}

const movedAside = () => readdirSync(folder).filter((name) => name.includes('.bad-'))

test('a new store syncs every commit, in WAL mode, and trusts no schema', () => {
  const { sql, problem, close } = openDatabase(path)
  expect(sql.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
  expect(sql.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  expect(sql.prepare('PRAGMA trusted_schema').get()).toEqual({ trusted_schema: 0 })
  expect(sql.prepare('PRAGMA busy_timeout').get()).toEqual({ timeout: 2000 })
  expect(sql.prepare('PRAGMA foreign_keys').get()).toEqual({ foreign_keys: 1 })
  expect(problem).toBeNull()
  close()
})

test('what was committed is there when the store is opened again', () => {
  filled(3)
  expect(rowsIn(path)).toEqual({ count: 3, problem: null })
  expect(movedAside()).toEqual([])
})

test.skipIf(process.platform === 'win32')('nobody else may read the store', () => {
  const database = openDatabase(path)
  database.sql.exec("INSERT INTO secret_index VALUES ('a', 'f', 't')")
  for (const name of readdirSync(folder)) {
    expect({ name, mode: statSync(join(folder, name)).mode & 0o077 }).toEqual({ name, mode: 0 })
  }
  database.close()
})

describe('a damaged file is moved aside whole and a new one begun', () => {
  const damages: readonly [string, () => void][] = [
    ['a text file', () => writeFileSync(path, 'not a database\n'.repeat(500))],
    ['a header of garbage', () => overwrite(0, Buffer.alloc(100, 0x5a))],
    ['a truncated half', () => truncateSync(path, Math.floor(statSync(path).size / 2))],
    ['64 KB of zeros in the middle', () => overwrite(65_536, Buffer.alloc(65_536))],
    ['one page of noise', () => overwrite(8192, Buffer.alloc(4096, 0xa5))],
    ['a few bytes', () => writeFileSync(path, 'abc')],
  ]
  test.each(damages)('%s', (_, damage) => {
    filled()
    damage()
    const before = readFileSync(path)

    const { count, problem } = rowsIn(path)

    expect(count).toBe(0)
    const [kept] = movedAside()
    expect(problem).toContain(kept)
    expect(readFileSync(join(folder, kept ?? ''))).toEqual(before)
    // The new one is whole: opening it again finds nothing to say.
    expect(rowsIn(path)).toEqual({ count: 0, problem: null })
  })

  test('its WAL goes with it', () => {
    filled(3)
    writeFileSync(path, 'not a database\n'.repeat(500))
    writeFileSync(`${path}-wal`, 'the tail')
    rowsIn(path)
    expect(movedAside().some((name) => name.endsWith('-wal'))).toBe(true)
  })

  test('also a database of another program', () => {
    const other = new DatabaseSync(path)
    other.exec('CREATE TABLE theirs (x); PRAGMA application_id = 42')
    other.close()
    expect(rowsIn(path).problem).toContain('.bad-')
  })
})

test('an emptied file is a new store, and the user hears that the history is missing', () => {
  filled(3)
  truncateSync(path, 0)
  rmSync(`${path}-wal`, { force: true })
  expect(rowsIn(path)).toEqual({ count: 0, problem: expect.stringContaining('missing') })
})

test('garbage in the WAL costs nothing that was in the file', () => {
  filled(3)
  writeFileSync(`${path}-wal`, Buffer.alloc(40_000, 0x33))
  expect(rowsIn(path)).toEqual({ count: 3, problem: null })
})

test('a store of a newer version is refused and stays as it was', () => {
  filled(3)
  const newer = new DatabaseSync(path)
  newer.exec('PRAGMA user_version = 999')
  newer.close()
  const before = readFileSync(path)

  const refused = failureOf(() => openDatabase(path))

  expect(refused.code).toBe('storage')
  expect(refused.message).toContain('999')
  expect(readFileSync(path)).toEqual(before)
  expect(movedAside()).toEqual([])
})

test('an older format is copied whole before it is changed, and no start deletes the copy by its age', () => {
  filled(3)
  const older = new DatabaseSync(path)
  const now = Number(older.prepare('PRAGMA user_version').get()?.user_version)
  // As the first release left it; what the next step adds is there already, so that step fails.
  older.exec('PRAGMA user_version = 1')
  older.close()
  expect(() => openDatabase(path)).toThrow()
  const copy = `${path}.format-1`
  const read = new DatabaseSync(copy, { readOnly: true })
  expect(read.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 })
  expect(read.prepare('SELECT count(*) AS n FROM secret_index').get()).toEqual({ n: 3 })
  read.close()
  if (process.platform !== 'win32') expect(statSync(copy).mode & 0o777).toBe(0o600)

  const repaired = new DatabaseSync(path)
  repaired.exec(`PRAGMA user_version = ${now}`)
  repaired.close()
  expect(rowsIn(path)).toEqual({ count: 3, problem: null })
  expect(existsSync(copy)).toBe(true)
  const weekAgo = Date.now() / 1000 - 8 * 24 * 60 * 60
  utimesSync(copy, weekAgo, weekAgo)
  expect(rowsIn(path).count).toBe(3)
  expect(existsSync(copy)).toBe(true)
})

test('a folder in its place is an error, and nothing is moved', () => {
  expect(failureOf(() => openDatabase(folder)).code).toBe('storage')
  expect(existsSync(folder)).toBe(true)
})

test('a transaction that throws leaves nothing, and the next one works', () => {
  const { sql, close } = openDatabase(path)
  const half = () =>
    inTransaction(sql, () => {
      sql.exec("INSERT INTO secret_index VALUES ('a', 'f', 't')")
      throw new Error('halfway')
    })
  expect(half).toThrow('halfway')
  inTransaction(sql, () => sql.exec("INSERT INTO secret_index VALUES ('b', 'f', 't')"))
  expect(sql.prepare('SELECT account FROM secret_index').all()).toEqual([{ account: 'b' }])
  close()
})

test('a full disk is told from other failures', () => {
  const { sql, close } = openDatabase(path)
  const pages = Number(sql.prepare('PRAGMA page_count').get()?.page_count)
  sql.exec(`PRAGMA max_page_count = ${pages}`)
  const insert = sql.prepare('INSERT INTO secret_index VALUES (?, ?, ?)')
  const fill = () => {
    for (let at = 0; at < 1000; at++) insert.run(`${at}${'x'.repeat(500)}`, 'f', 't')
  }
  let failure: unknown
  try {
    fill()
  } catch (error) {
    failure = error
  }
  expect(sqliteFailure(failure)).toBe('full')
  expect(sqliteFailure(new Error('other'))).toBeNull()
  close()
})

test('a process killed right after a commit leaves that commit behind', () => {
  const script = `
    import { openDatabase } from ${JSON.stringify(new URL('#core/database/database.ts', import.meta.url).href)}
    const { sql } = openDatabase(${JSON.stringify(path)})
    sql.exec("INSERT INTO secret_index VALUES ('a', 'f', 't')")
    process.kill(process.pid, 'SIGKILL')
  `
  spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script])
  // Opened from a copy, so that only what is on the disk counts.
  for (const side of ['', '-wal']) copyFileSync(path + side, join(folder, `copy.db${side}`))
  expect(rowsIn(join(folder, 'copy.db')).count).toBe(1)
})

function overwrite(at: number, bytes: Buffer) {
  writeSync(openSync(path, 'r+'), bytes, 0, bytes.length, at)
}

function failureOf(work: () => unknown): AppError {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('Nothing failed.')
}

test('the WAL is as large as a large transaction for no longer than until it is begun anew', () => {
  const { sql, close } = openDatabase(path)
  const insert = sql.prepare("INSERT INTO secret_index VALUES (?, 'f', 't')")
  inTransaction(sql, () => {
    for (let at = 0; at < 100; at++) insert.run(`${at} ${'x'.repeat(1024 * 1024)}`)
  })
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(90 * 1024 * 1024)
  for (let at = 0; at < 3; at++) insert.run(`small ${at}`)
  expect(statSync(`${path}-wal`).size).toBeLessThanOrEqual(64 * 1024 * 1024)
  close()
})
