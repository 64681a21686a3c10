import { existsSync, mkdtempSync, rmSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { openReadConnection } from '#core/database/second-connection.ts'
import { createLog } from '#core/platform/log.ts'
import { createReader } from '#core/platform/reader/reader.ts'
import { eventually } from '../../../../support/eventually.ts'
import { sampleReads } from '../../../../support/platform/sample-reads.ts'

const sampleThread = new URL('../../../../support/platform/sample-reader-thread.ts', import.meta.url)

test('the reader thread sees every row committed before its request', async () => {
  const { read, commit } = openReader()
  for (let rows = 1; rows <= 100; rows++) {
    commit()
    expect(await read('rows', {})).toBe(rows)
  }
  expect(await read('where', {})).toBe('thread')
})

test('a read sees one snapshot of the database while other threads commit', async () => {
  const { read, commit } = openReader()
  await read('where', {})
  const counts = read('twice', { ms: 100 })
  const writing = setInterval(commit, 1)
  const [first, second] = await counts
  clearInterval(writing)
  expect(second).toBe(first)
  expect(await read('rows', {})).toBeGreaterThan(Number(first))
})

test('a long read on the reader thread does not block the core’s thread', async () => {
  const { read } = openReader()
  await read('where', {})
  let turns = 0
  let isDone = false
  const reading = read('block', { ms: 200 }).finally(() => {
    isDone = true
  })
  while (!isDone) {
    await yieldToEventLoop()
    turns += 1
  }
  expect(await reading).toBe(false)
  expect(turns).toBeGreaterThan(10)
})

test('a short read is not delayed by a long read that started before it', async () => {
  const { read } = openReader()
  const canceling = new AbortController()
  const long = read('endless', {}, canceling.signal)
  expect(await read('rows', {})).toBe(0)
  canceling.abort(new Error('The page went away.'))
  await expect(long).rejects.toThrow('The page went away.')
  await eventually(async () => expect(await read('marks', {})).toEqual(['ended']))
})

test('does not start a read that was canceled while it was queued', async () => {
  const { read } = openReader()
  await read('where', {})
  const canceling = new AbortController()
  const busy = read('block', { ms: 100 })
  const canceled = ['a', 'b', 'c'].map((name) => read('mark', { name }, canceling.signal))
  const wanted = read('mark', { name: 'd' })
  canceling.abort(new Error('Typed on.'))
  for (const one of canceled) await expect(one).rejects.toThrow('Typed on.')
  await Promise.all([busy, wanted])
  expect(await read('marks', {})).toEqual(['d'])
  await expect(read('mark', { name: 'e' }, canceling.signal)).rejects.toThrow('Typed on.')
})

test('a failing read rejects with its error', async () => {
  const { read } = openReader()
  await expect(read('refuse', {})).rejects.toMatchObject({
    code: 'not-found',
    message: 'There is no such thing.',
  })
})

test('if the reader thread dies, repeats its reads on a new thread, then on the core’s thread', async () => {
  const { read, threads, log } = openReader()
  await read('where', {})
  const waiting = read('block', { ms: 50 })
  const behind = read('where', {})
  await threads[0]?.terminate()
  expect(await waiting).toBe(false)
  expect(await behind).toBe('thread')
  expect(threads).toHaveLength(2)
  expect(await read('die', {})).toBe('here')
  expect(log.join('\n')).toMatch(/reader thread ended/)
})

test('reads on the core’s thread for a minute after the reader thread has died three times', async () => {
  const { read, threads, clock } = openReader()
  expect(await read('die', {})).toBe('here')
  expect(await read('where', {})).toBe('thread')
  await threads.at(-1)?.terminate()
  expect(await read('where', {})).toBe('here')
  expect(threads).toHaveLength(3)
  clock.aheadMs += 60_000
  expect(await read('where', {})).toBe('thread')
})

test.each([
  ['has no thread', undefined],
  ['cannot start a thread', new URL('./no-such-script.ts', import.meta.url)],
])('reads on the core’s thread if the core %s', async (_, script) => {
  const { read, commit } = openReader({ script })
  commit()
  expect(await read('rows', {})).toBe(1)
  expect(await read('where', {})).toBe('here')
})

test('reads on the core’s connection if SQLite fails on the reader thread', async () => {
  const { read } = openReader()
  expect(await read('where', {})).toBe('thread')
  expect(await read('outOfReach', {})).toBe('here')
})

test('the reader’s connection to the database is read-only', () => {
  const { database } = openReader()
  const sql = openReadConnection(database.path)
  onTestFinished(() => sql.close())
  expect(() => sql.exec('DELETE FROM folder_sync')).toThrow(/readonly/)
})

test('ends the reader thread after a minute without reads', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { read, threads, log } = openReader()
  await read('where', {})
  vi.advanceTimersByTime(50_000)
  await read('where', {})
  vi.advanceTimersByTime(50_000)
  expect(await read('where', {})).toBe('thread')
  expect(threads).toHaveLength(1)
  const ended = new Promise((resolve) => threads[0]?.once('exit', resolve))
  vi.advanceTimersByTime(60_000)
  await ended
  expect(await read('where', {})).toBe('thread')
  expect(threads).toHaveLength(2)
  expect(log).toEqual([])
})

test('reads on the core’s connection after another program deleted the write-ahead log', async () => {
  const { read, commit, database } = openReader()
  commit()
  expect(await read('where', {})).toBe('thread')
  unlinkSync(`${database.path}-wal`)
  expect(await read('where', {})).toBe('here')
  expect(await read('rows', {})).toBe(1)
})

test('answers pending reads before the reader thread is closed', async () => {
  const { read, reader, database } = openReader()
  await read('where', {})
  const busy = read('block', { ms: 50 })
  const behind = read('where', {})
  await reader.close()
  expect(await busy).toEqual(expect.any(Boolean))
  expect(await behind).toEqual(expect.any(String))
  expect(await read('where', {})).toBe('here')
  database.close()
  expect(existsSync(`${database.path}-wal`)).toBe(false)
})

function openReader({ script }: { readonly script: URL | undefined } = { script: sampleThread }) {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-reader-'))
  const threads: Worker[] = []
  const follow = (worker: Worker) => void threads.push(worker)
  process.on('worker', follow)
  const database = openDatabase(join(folder, 'notehook.db'))
  const log: string[] = []
  const clock = { aheadMs: 0 }
  const reader = createReader({
    database,
    script,
    clock: { monotonicMs: () => performance.now() + clock.aheadMs },
    log: createLog((line) => log.push(line)),
  })
  onTestFinished(async () => {
    await reader.close()
    process.off('worker', follow)
    rmSync(folder, { recursive: true, force: true })
  })
  const insert = database.sql.prepare(
    'INSERT INTO folder_sync (workspace_id, unreadable, run) VALUES (?, 0, 0)',
  )
  let rows = 0
  const commit = () => void insert.run(String(++rows))
  return { reader, read: reader.of(sampleReads), database, commit, threads, log, clock }
}
