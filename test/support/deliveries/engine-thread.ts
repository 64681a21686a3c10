import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, DatabaseSync } from 'node:sqlite'
import type { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import type { Sql } from '#core/database/sql.ts'
import { createEngineClient, createRemoteStore } from '#core/deliveries/engine/engine-client.ts'
import { createPaths, type PathState } from '#core/deliveries/listener/known-paths.ts'
import { deliveryReads } from '#core/deliveries/reads.ts'
import { createLog } from '#core/platform/log.ts'
import { createReader } from '#core/platform/reader/reader.ts'
import type { HostEvent } from '#shared/rpc/events.ts'
import { readerScript } from '../core/reader-thread.ts'
import { engineScript } from './engine-script.ts'
import { realClock } from './open-delivery-engine.ts'
import { sampleSecret } from './signed-delivery.ts'

/**
 * Opens a store with its listener on a thread, as in both hosts. Closes it after the test. Set `writesHere` if the engine must
 * share the core's connection, which otherwise rejects writes to deliveries.
 */
export async function openEngineThread({
  folder = newFolder(),
  script = engineScript,
  writesHere = false,
}: {
  readonly folder?: string
  readonly script?: URL
  readonly writesHere?: boolean
} = {}) {
  const threads: Worker[] = []
  const readers: Worker[] = []
  const follow = (worker: Worker) => void (worker.threadName === 'reader' ? readers : threads).push(worker)
  process.on('worker', follow)
  const database = openDatabase(join(folder, 'notehook.db'))
  if (!writesHere) refuseWrites(database.sql)
  const paths = createPaths()
  const events: HostEvent[] = []
  const log: string[] = []
  const clock = { aheadMs: 0 }
  const shared = {
    database,
    clock: { now: realClock.now, monotonicMs: () => realClock.monotonicMs() + clock.aheadMs },
    log: createLog((line) => log.push(line)),
  }
  const reader = createReader({ ...shared, script: readerScript })
  const read = reader.of(deliveryReads)
  const client = createEngineClient({
    ...shared,
    script,
    paths,
    publish: (name, data) => events.push({ name, data } as HostEvent),
    redact: (text) => text,
    toleranceSeconds: () => 300,
    serviceAheadSeconds: () => null,
    onProbed() {},
    isHidden: () => false,
  })
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await client.close()
    await reader.close()
    database.close()
    process.off('worker', follow)
  }
  onTestFinished(close)
  const opened = {
    client,
    database,
    paths,
    events,
    log,
    clock,
    folder,
    threads,
    readers,
    read,
    store: createRemoteStore(database.sql, { call: client.call, read }),
    /** Adds a path that verifies deliveries signed with the sample secret. */
    addPath(pathId: string, state: Partial<PathState> = {}) {
      paths.set(pathId, {
        endpointId: `whe_${pathId}`,
        url: `https://hooks.example.com/hooks/${pathId}`,
        secrets: { kind: 'ready', secrets: [sampleSecret] },
        keptAt: '2026-01-01T00:00:00.000Z',
        workspaceId: 'mine',
        hasVerified: true,
        ...state,
      })
      return `/hooks/${pathId}`
    },
    port() {
      const status = client.status()
      if (status.state !== 'listening') throw new Error(`The listener is ${status.state}.`)
      return status.port
    },
    /** Terminates the running thread, whatever it is doing. */
    kill: () => threads.at(-1)?.terminate(),
    close,
  }
  return opened
}

/** Makes the core's connection reject writes to deliveries, because the thread is their only writer. */
function refuseWrites(sql: Sql) {
  const { SQLITE_DELETE, SQLITE_DENY, SQLITE_INSERT, SQLITE_OK, SQLITE_UPDATE } = constants
  const writes = [SQLITE_DELETE, SQLITE_INSERT, SQLITE_UPDATE]
  if (!(sql instanceof DatabaseSync)) throw new Error('This is no connection of node:sqlite.')
  sql.setAuthorizer((action, table) =>
    writes.includes(action) && writtenByThread.test(table ?? '') ? SQLITE_DENY : SQLITE_OK,
  )
}

const writtenByThread =
  /^(deliveries|attempts|variants|delivery_(annotations|words.*|minutes)|deleted_events|newest_events.*|rejected_requests)$/

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-thread-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
