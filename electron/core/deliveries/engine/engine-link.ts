import { MessageChannel, Worker } from 'node:worker_threads'
import type { DeliveryDatabase } from '#core/database/second-connection.ts'
import type { Clock } from '#core/platform/ports.ts'
import type { FromEngine, ToEngine } from './engine-messages.ts'
import type { EngineThreadData } from './engine-thread.ts'
import { serveEngine } from './serve-engine.ts'

/** A delivery engine that is running, and how to talk to it. */
export interface EngineLink {
  post(message: ToEngine): void
  /** It is awaited: the process does not end meanwhile. */
  setAwaited(awaited: boolean): void
  /** It runs on this thread. */
  readonly isHere: boolean
  /** Ends it at once, with what it has not committed. */
  kill(): Promise<unknown>
}

export interface LinkEvents {
  onMessages(messages: readonly FromEngine[]): void
  /** It has ended, with the error that ended it. */
  onEnd(error: unknown): void
}

/** Runs the engine on a thread of its own, with its own connection to the store. */
export function startThread(script: URL, path: string, events: LinkEvents): EngineLink {
  let failure: unknown = null
  const worker = new Worker(script, {
    name: 'engine',
    workerData: { path } satisfies EngineThreadData,
    // What the process was started with is not for it, such as a script to be run first.
    execArgv: [],
  })
  worker.on('message', events.onMessages)
  worker.on('error', (error) => {
    failure = error
  })
  worker.on('exit', () => events.onEnd(failure))
  return {
    post: (message) => worker.postMessage(message),
    setAwaited() {},
    isHere: false,
    kill: () => worker.terminate(),
  }
}

/** Runs the engine on this thread, with the connection of the core. */
export function startHere(database: DeliveryDatabase, clock: Clock, events: LinkEvents): EngineLink {
  const { port1: port, port2 } = new MessageChannel()
  port.on('message', events.onMessages)
  port.on('close', () => events.onEnd(null))
  port.unref()
  serveEngine({ port: port2, database, clock, onClose() {} })
  port2.unref()
  return {
    post: (message) => port.postMessage(message),
    setAwaited: (awaited) => (awaited ? port.ref() : port.unref()),
    isHere: true,
    async kill() {
      port.close()
    },
  }
}
