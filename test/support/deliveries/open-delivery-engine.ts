import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#core/database/database.ts'
import {
  createDeliveryEngine,
  type DeliveryEngine,
  type EngineReports,
} from '#core/deliveries/engine/delivery-engine.ts'
import { createRemoteStore, type RemoteStore } from '#core/deliveries/engine/engine-client.ts'
import { createPaths, type Paths } from '#core/deliveries/listener/known-paths.ts'
import type { Verified } from '#core/deliveries/store/delivery-store.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import type { HostEvent } from '#shared/rpc/events.ts'
import { sampleSecret } from './signed-delivery.ts'

export const silentLog: Log = { info() {}, warn() {}, error() {} }
/** Ignores the reports of an engine or a store. */
export const noReports: EngineReports = { committed() {}, verified() {}, unknownNames() {}, responded() {} }
export const realClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() }

export interface TestDeliveryEngine {
  readonly engine: DeliveryEngine
  readonly store: Pick<RemoteStore, 'deliveries' | 'delivery' | 'lastVerifiedAt'>
  status(): ListenerStatus
  readonly paths: Paths
  readonly database: Database
  readonly events: HostEvent[]
  readonly verified: Verified[]
  readonly port: number
  addPath(pathId: string, state?: Partial<Parameters<Paths['set']>[1]>): string
  close(): Promise<void>
}

/** Opens a real engine with a listener on a free port and its own database file. */
export async function openTestDeliveryEngine(
  options: {
    clock?: Clock
    path?: string
    log?: Log
    freeBytes?: () => number
    answerProbe?: (nonce: string) => string | null
    serviceAheadSeconds?: () => number | null
  } = {},
): Promise<TestDeliveryEngine> {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-test-'))
  const database = openDatabase(options.path ?? join(folder, 'notehook.db'))
  const paths = createPaths()
  const events: HostEvent[] = []
  const verified: Verified[] = []
  let now: ListenerStatus = { state: 'stopped' }
  const engine = createDeliveryEngine({
    database,
    paths,
    clock: options.clock ?? realClock,
    log: options.log ?? silentLog,
    publish(name, data) {
      const event = { name, data } as HostEvent
      if (event.name === 'listener.changed') now = event.data
      events.push(event)
    },
    reports: {
      ...noReports,
      committed({ deliveries }) {
        for (const data of deliveries) events.push({ name: 'deliveries.received', data })
      },
      verified: (path) => verified.push(path),
    },
    toleranceSeconds: () => 300,
    ...(options.freeBytes ? { freeBytes: options.freeBytes } : {}),
    ...(options.serviceAheadSeconds ? { serviceAheadSeconds: options.serviceAheadSeconds } : {}),
    ...(options.answerProbe ? { answerProbe: options.answerProbe } : {}),
  })
  const status = await engine.start()
  if (status.state !== 'listening') throw new Error(`The listener did not start: ${status.state}`)

  return {
    engine,
    store: createRemoteStore(database.sql, { call: refused, read: refused }),
    status: () => now,
    paths,
    database,
    events,
    verified,
    port: status.port,
    addPath(pathId, state = {}) {
      paths.set(pathId, {
        endpointId: `whe_${pathId}`,
        url: `https://hooks.example.com/hooks/${pathId}`,
        secrets: { kind: 'ready', secrets: [sampleSecret] },
        keptAt: '2026-01-01T00:00:00.000Z',
        workspaceId: null,
        hasVerified: true,
        ...state,
      })
      return `/hooks/${pathId}`
    },
    async close() {
      await engine.close()
      database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const refused = () => Promise.reject(new Error('The engine of this test has no messages.'))
