import { parentPort, workerData } from 'node:worker_threads'
import { openSecondConnection } from '#core/database/second-connection.ts'
import { serveEngine } from './serve-engine.ts'

/** What the thread gets to begin with. */
export interface EngineThreadData {
  /** Of the store, which the core has open. */
  readonly path: string
}

/**
 * The engine thread: HTTP, verification, the one connection that writes deliveries, their full-text index. Whatever the rest of the
 * app does, an answer does not wait for it.
 */
export function runEngineThread(): void {
  if (!parentPort) throw new Error('This runs as a thread of the app.')
  const { path } = workerData as EngineThreadData
  const database = openSecondConnection(path)
  serveEngine({
    port: parentPort,
    database,
    clock: { now: () => new Date(), monotonicMs: () => performance.now() },
    // Waking the core for each batch costs more than the messages.
    gatherMs: 10,
    onClose: database.close,
  })
}
