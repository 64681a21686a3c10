import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkpointFrom, startCheckpoints } from '#core/database/connection.ts'
import { openDatabase } from '#core/database/database.ts'
import { openReadConnection, openSecondConnection } from '#core/database/second-connection.ts'
import { busyTimeoutMs } from '#core/database/sql.ts'
import { eventually } from '../../../support/eventually.ts'

function openBoth() {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-checkpoints-'))
  const path = join(folder, 'notehook.db')
  const database = openDatabase(path)
  const engine = openSecondConnection(path)
  onTestFinished(() => {
    engine.close()
    database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  engine.sql.exec('CREATE TABLE written (bytes BLOB) STRICT')
  const insert = engine.sql.prepare('INSERT INTO written VALUES (zeroblob(?))')
  return {
    database,
    engine,
    write: (pages: number) => void insert.run(pages * 4096),
    storeBytes: () => statSync(path).size,
  }
}

test('the core’s thread checkpoints pages that the engine’s thread wrote', async () => {
  const { database, write, storeBytes } = openBoth()
  const before = storeBytes()
  write(3_000)
  expect(storeBytes()).toBe(before)

  onTestFinished(startCheckpoints(database.sql))
  await eventually(() => expect(storeBytes()).toBeGreaterThanOrEqual(before + 3_000 * 4096))
})

test('reuses a long write-ahead log from its start after a checkpoint by the core’s thread', async () => {
  const { database, engine, write, storeBytes } = openBoth()
  const before = storeBytes()
  for (let times = 0; times < 10; times++) write(2_000)
  expect(storeBytes()).toBe(before)

  const logged = () => Number(engine.sql.prepare('PRAGMA wal_checkpoint(NOOP)').get()?.log)
  expect(logged()).toBeGreaterThan(20_000)
  onTestFinished(startCheckpoints(database.sql))
  await eventually(() => {
    write(1)
    expect(logged()).toBeLessThan(1_000)
  })
})

test('reuses a long write-ahead log from its start if few pages remain to be copied', () => {
  const { database, engine, write } = openBoth()
  const reader = openReadConnection(database.path)
  onTestFinished(() => reader.close())
  write(20_000)
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM written').get()
  write(10)
  database.checkpoint()
  reader.exec('COMMIT')
  checkpointFrom(database.sql, 2_000)
  write(1)
  expect(Number(engine.sql.prepare('PRAGMA wal_checkpoint(NOOP)').get()?.log)).toBeLessThan(1_000)
})

test('a checkpoint does not wait until a long read ends', () => {
  const { database, engine, write } = openBoth()
  const reader = openReadConnection(database.path)
  onTestFinished(() => reader.close())
  write(10_000)
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM written').get()
  write(10_000)
  const startedAtMs = performance.now()
  checkpointFrom(database.sql, 1)
  expect(performance.now() - startedAtMs).toBeLessThan(1_000)
  expect(database.sql.prepare('PRAGMA busy_timeout').get()).toEqual({ timeout: busyTimeoutMs })

  reader.exec('COMMIT')
  checkpointFrom(database.sql, 1)
  write(1)
  expect(Number(engine.sql.prepare('PRAGMA wal_checkpoint(NOOP)').get()?.log)).toBeLessThan(1_000)
})
