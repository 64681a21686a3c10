import { Worker } from 'node:worker_threads'
import type { Database } from '#core/database/database.ts'
import { sqliteFailure } from '#core/database/sql.ts'
import type { Clock, Log } from '../ports.ts'
import { fromWireFailure } from '../wire-failures.ts'
import type { FromReader, ReaderData, ToReader } from './messages.ts'
import type { Read, Reads, ReadTable } from './reads.ts'

/**
 * Reads the store without holding up the core: on a thread of its own, or on the connection of the core where no thread can be used,
 * by the same functions. What was committed before a read was asked for is seen by it.
 */
export interface Reader {
  /** How to ask for the reads of a feature. */
  of<Table extends object>(reads: Reads<Table>): Read<Table>
  /** Ends the thread and starts no other. Reads that wait are read on the connection of the core. */
  close(): Promise<void>
}

interface Asked {
  readonly of: string
  readonly name: string
  readonly input: unknown
  /** The thread that was asked. */
  by: Thread | null
  /** How many threads ended with it. */
  deaths: number
  /** Reads on the connection of the core. */
  readonly here: () => unknown
  resolve(result: unknown): void
  reject(error: unknown): void
}

interface Thread {
  readonly worker: Worker
  /** Its connection is open. */
  isReady: boolean
  readonly ended: Promise<void>
}

/** A thread without work costs memory, and the next is there in some 50 ms. */
const idleMs = 60_000
/** A thread may have ended because of the read itself. */
const threadsAsked = 2
/** After so many deaths, and after one whose connection did not open, no thread is started for a while. */
const deathsAllowed = 3
const pausedMs = 60_000

export function createReader({
  database,
  script,
  clock,
  log,
}: {
  readonly database: Pick<Database, 'sql' | 'path' | 'isShared' | 'files'>
  /** Of the reader thread; without one, everything is read on the connection of the core. */
  readonly script: URL | undefined
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly log: Log
}): Reader {
  const asked = new Map<number, Asked>()
  let last = 0
  let thread: Thread | null = null
  let idle: NodeJS.Timeout | undefined
  let deathsMs: number[] = []
  let pausedUntilMs = Number.NEGATIVE_INFINITY
  let isClosed = false

  /** Another connection needs the index of the WAL, and the files that the core has open. */
  const mayUseThread = () =>
    script !== undefined &&
    !isClosed &&
    database.isShared &&
    database.files.isKept() &&
    clock.monotonicMs() >= pausedUntilMs

  const settle = (id: number, how: (one: Asked) => void) => {
    const one = asked.get(id)
    if (!one) return
    asked.delete(id)
    if (asked.size === 0) rest()
    how(one)
  }

  /** Nothing is awaited: the thread holds up no process that ends, and soon ends itself. */
  const rest = () => {
    if (!thread) return
    thread.worker.unref()
    clearTimeout(idle)
    idle = setTimeout(() => void release(), idleMs).unref()
  }

  const readHere = (id: number) =>
    settle(id, async (one) => {
      try {
        one.resolve(await one.here())
      } catch (error) {
        one.reject(error)
      }
    })

  const take = (message: FromReader, from: Thread) => {
    switch (message.kind) {
      case 'ready':
        from.isReady = true
        return
      case 'reply':
        return settle(message.id, ({ resolve }) => resolve(message.result))
      case 'refusal': {
        const error = fromWireFailure(message.failure)
        // The connection of the core knows better what is wrong with the store.
        if (sqliteFailure(error) !== null) return readHere(message.id)
        return settle(message.id, ({ reject }) => reject(error))
      }
    }
  }

  const start = (of: URL): Thread => {
    const worker = new Worker(of, {
      name: 'reader',
      workerData: { path: database.path } satisfies ReaderData,
      // What the process was started with is not for it, such as a script to be run first.
      execArgv: [],
    })
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const started: Thread = { worker, isReady: false, ended }
    let failure: unknown
    worker.on('message', (message: FromReader) => take(message, started))
    worker.on('error', (error) => {
      failure = error
    })
    worker.on('exit', () => {
      if (thread === started) died(started, failure)
      resolve()
    })
    return started
  }

  const died = (ended: Thread, failure: unknown) => {
    thread = null
    log.error('The reader thread ended.', failure)
    const nowMs = clock.monotonicMs()
    deathsMs = [...deathsMs.filter((ms) => nowMs - ms < pausedMs), nowMs]
    if (!ended.isReady || deathsMs.length >= deathsAllowed) pausedUntilMs = nowMs + pausedMs
    for (const one of asked.values()) if (one.by === ended) one.deaths += 1
    askAgain(ended)
  }

  const ask = (id: number, one: Asked) => {
    if (one.deaths >= threadsAsked || !mayUseThread() || !script) return readHere(id)
    thread ??= start(script)
    one.by = thread
    clearTimeout(idle)
    thread.worker.ref()
    post({ kind: 'read', id, of: one.of, name: one.name, input: one.input })
  }

  /** What waits for a thread that has ended. */
  const askAgain = (ended: Thread) => {
    for (const [id, one] of [...asked]) if (one.by === ended) ask(id, one)
  }

  const post = (message: ToReader) => thread?.worker.postMessage(message)

  const release = async () => {
    clearTimeout(idle)
    const ending = thread
    if (!ending) return
    post({ kind: 'end' })
    thread = null
    await Promise.race([ending.ended, new Promise((done) => setTimeout(done, endWithinMs).unref())])
    await ending.worker.terminate()
    askAgain(ending)
  }

  return {
    of: (reads) => {
      const { name: of } = reads
      let table: ReadTable | null = null
      return (name, input, signal = neverAborted) => {
        const { promise, resolve, reject } = Promise.withResolvers<never>()
        if (signal.aborted) return Promise.reject(signal.reason)
        last += 1
        const id = last
        const abort = () => {
          post({ kind: 'drop', id })
          settle(id, () => reject(signal.reason))
        }
        signal.addEventListener('abort', abort, { once: true })
        const here = () => {
          table ??= reads.create(database.sql) as ReadTable
          return (table[name] as (input: unknown, signal: AbortSignal) => unknown)(input, signal)
        }
        const one: Asked = {
          of,
          name,
          input,
          by: null,
          deaths: 0,
          here,
          resolve: resolve as (result: unknown) => void,
          reject,
        }
        asked.set(id, one)
        ask(id, one)
        return promise.finally(() => signal.removeEventListener('abort', abort))
      }
    },
    async close() {
      isClosed = true
      await release()
    },
  }
}

/** A read that is under way is at most as long as its slice. */
const endWithinMs = 1_000

const neverAborted = new AbortController().signal
