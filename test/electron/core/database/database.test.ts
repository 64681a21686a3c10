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
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkpointFrom } from '#core/database/connection.ts'
import { openDatabase } from '#core/database/database.ts'
import { movedAsideOf, storesIn } from '#core/database/moved-aside.ts'
import { firstVersion } from '#core/database/schema.ts'
import { inTransaction, sqliteFailure } from '#core/database/sql.ts'
import { AppError } from '#shared/errors.ts'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notehook-store-'))
  path = join(folder, 'notehook.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Fills the secret index, so that the store spans many pages. */
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

test('opens a new store with a write-ahead log, full syncs and an untrusted schema', () => {
  const { sql, problem, close } = openDatabase(path)
  expect(sql.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
  expect(sql.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  expect(sql.prepare('PRAGMA trusted_schema').get()).toEqual({ trusted_schema: 0 })
  expect(sql.prepare('PRAGMA busy_timeout').get()).toEqual({ timeout: 2000 })
  expect(sql.prepare('PRAGMA foreign_keys').get()).toEqual({ foreign_keys: 1 })
  expect(problem).toBeNull()
  close()
})

test('keeps committed rows when the store is reopened', () => {
  filled(3)
  expect(rowsIn(path)).toEqual({ count: 3, problem: null })
  expect(movedAside()).toEqual([])
})

test.skipIf(process.platform === 'win32')('creates store files that no other user can read', () => {
  const database = openDatabase(path)
  database.sql.exec("INSERT INTO secret_index VALUES ('a', 'f', 't')")
  for (const name of readdirSync(folder)) {
    expect({ name, mode: statSync(join(folder, name)).mode & 0o077 }).toEqual({ name, mode: 0 })
  }
  database.close()
})

describe('moves a damaged file aside and creates a new store', () => {
  const damages: readonly [string, () => void][] = [
    ['a text file', () => writeFileSync(path, 'not a database\n'.repeat(500))],
    ['a header of garbage', () => overwrite(0, Buffer.alloc(100, 0x5a))],
    ['a truncated half', () => truncateSync(path, Math.floor(statSync(path).size / 2))],
    ['64 KB of zeros in the middle', () => overwrite(65_536, Buffer.alloc(65_536))],
    ['one page of noise', () => overwrite(8192, Buffer.alloc(4096, 0xa5))],
    ['a few bytes', () => writeFileSync(path, 'abc')],
  ]
  test.each(damages)('moves a damaged store file aside: %s', (_, damage) => {
    filled()
    damage()
    const before = readFileSync(path)

    const { count, problem } = rowsIn(path)

    expect(count).toBe(0)
    const [kept] = movedAside()
    expect(problem).toContain(kept)
    expect(readFileSync(join(folder, kept ?? ''))).toEqual(before)
    expect(rowsIn(path)).toEqual({ count: 0, problem: null })
  })

  test('moves the write-ahead log aside together with a damaged store', () => {
    filled(3)
    writeFileSync(path, 'not a database\n'.repeat(500))
    writeFileSync(`${path}-wal`, 'the tail')
    rowsIn(path)
    expect(movedAside().some((name) => name.endsWith('-wal'))).toBe(true)
  })

  test('moves the database of another program at the store’s path aside', () => {
    const other = new DatabaseSync(path)
    other.exec('CREATE TABLE theirs (x); PRAGMA application_id = 42')
    other.close()
    expect(rowsIn(path).problem).toContain('.bad-')
  })
})

test('replaces a store file of zero bytes with a new store, and reports the missing history', () => {
  filled(3)
  truncateSync(path, 0)
  rmSync(`${path}-wal`, { force: true })
  expect(rowsIn(path)).toEqual({ count: 0, problem: expect.stringContaining('missing') })
})

test('keeps the data of the store if its write-ahead log contains garbage', () => {
  filled(3)
  writeFileSync(`${path}-wal`, Buffer.alloc(40_000, 0x33))
  expect(rowsIn(path)).toEqual({ count: 3, problem: null })
})

test('rejects a store of a newer version without changing it', () => {
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

describe('moves a store of an earlier version aside and creates a new store', () => {
  test.each([1, 12, firstVersion - 1])(
    'moves a store of version %i aside and creates a new store',
    (version) => {
      filled()
      setVersion(version)
      const before = readFileSync(path)

      const { count, problem } = rowsIn(path)

      expect(count).toBe(0)
      const names = readdirSync(folder).filter((name) => /^notehook\.db\.old-[\dTZ-]+$/.test(name))
      expect(names).toHaveLength(1)
      expect(problem).toContain(`moved to ${join(folder, names[0] ?? '')}`)
      expect(problem).toMatch(/pre-release version.*Connect your workspaces again/)
      expect(readFileSync(join(folder, names[0] ?? ''))).toEqual(before)
      expect(storesIn(movedAsideOf(path))).toBe(1)
      expect(rowsIn(path)).toEqual({ count: 0, problem: null })
    },
  )

  test('keeps commits that are still in the write-ahead log when an old store is moved aside', () => {
    const { sql, close } = openDatabase(path)
    sql.exec(`INSERT INTO secret_index VALUES ('a', 'f', 't'); PRAGMA user_version = 12`)
    const [store, log] = ['', '-wal'].map((side) => readFileSync(path + side))
    close()
    writeFileSync(path, store ?? '')
    writeFileSync(`${path}-wal`, log ?? '')

    expect(rowsIn(path).problem).toContain('pre-release version')

    const [aside = ''] = movedAsideOf(path).filter((file) => !/-(wal|shm)$/.test(file))
    expect(readFileSync(`${aside}-wal`)).toEqual(log)
    using read = new DatabaseSync(aside)
    expect(read.prepare('SELECT account FROM secret_index').all()).toEqual([{ account: 'a' }])
  })
})

function setVersion(version: number) {
  using store = new DatabaseSync(path)
  store.exec(`PRAGMA user_version = ${version}`)
}

test('rejects a folder at the path of the store file and leaves it in place', () => {
  expect(failureOf(() => openDatabase(folder)).code).toBe('storage')
  expect(existsSync(folder)).toBe(true)
})

test('rolls back a database transaction if its function throws', () => {
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

test('distinguishes a full disk from other failures of the database', () => {
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

test('a commit is on disk even if the process is killed right after it', () => {
  const script = `
    import { openDatabase } from ${JSON.stringify(new URL('../../../../electron/core/database/database.ts', import.meta.url).href)}
    const { sql } = openDatabase(${JSON.stringify(path)})
    sql.exec("INSERT INTO secret_index VALUES ('a', 'f', 't')")
    process.kill(process.pid, 'SIGKILL')
  `
  spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script])
  // Opens a copy, so that only bytes on the disk count.
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

test('truncates the write-ahead log after a large transaction has enlarged it', () => {
  const { sql, close } = openDatabase(path)
  const insert = sql.prepare("INSERT INTO secret_index VALUES (?, 'f', 't')")
  inTransaction(sql, () => {
    for (let at = 0; at < 100; at++) insert.run(`${at} ${'x'.repeat(1024 * 1024)}`)
  })
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(90 * 1024 * 1024)
  checkpointFrom(sql, 1)
  for (let at = 0; at < 3; at++) insert.run(`small ${at}`)
  expect(statSync(`${path}-wal`).size).toBeLessThanOrEqual(64 * 1024 * 1024)
  close()
})
