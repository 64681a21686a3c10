import type { Worker } from 'node:worker_threads'
import type { Database } from '#core/database/database.ts'
import { sqliteFailure } from '#core/database/sql.ts'
import type { Clock, Log } from '../ports.ts'
import { createCalls, createEnds, startThread } from '../thread.ts'
import { fromWireFailure } from '../wire-failures.ts'
import type { FromReader, Read, ReadMessage, Reads, ReadTable, ToReader } from './reads.ts'

/**
 * Runs reads of the database on a separate thread, so that the core isn't blocked. If that isn't possible, they run on the core's
 * thread. A read sees everything that was committed before it.
 */
export type Reader = ReturnType<typeof createReader>

/** An idle thread is ended after this time to save memory. Starting a new one takes about 50 ms. */
const idleMs = 60_000
/** Maximum number of threads to try a read on. A read that crashes all of them is probably the cause of the crashes. */
const threadsAsked = 2
/** Number of crashes after which no thread is started for a while. */
const deathsAllowed = 3
const pausedMs = 60_000

export function createReader(options: {
  readonly database: Pick<Database, 'sql' | 'path' | 'isShared' | 'files'>
  /** The reader thread's script. If missing, everything is read on the core's connection. */
  readonly script: URL | undefined
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly log: Log
}) {
  const { database, script, clock, log } = options
  const ends = createEnds(clock)
  let thread: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let pausedUntilMs = Number.NEGATIVE_INFINITY
  let isClosed = false

  /** Returns whether a second connection to the database can be opened. */
  const mayUseThread = () =>
    !isClosed && database.isShared && database.files.isKept() && clock.monotonicMs() >= pausedUntilMs

  const calls = createCalls<ReadMessage>({
    threads: threadsAsked,
    post(message): boolean {
      if (script && mayUseThread()) {
        thread ??= start(script)
        clearTimeout(idle)
        thread.ref()
        post(message)
        return true
      }
      calls.giveUp(message.id)
      return false
    },
    /** Lets the process exit although the thread is running, and ends the thread after a while. */
    onIdle() {
      if (!thread) return
      thread.unref()
      clearTimeout(idle)
      idle = setTimeout(() => void release(), idleMs).unref()
    },
  })

  const post = (message: ToReader) => thread?.postMessage(message)

  const start = (of: URL): Worker => {
    let isReady = false
    const started = startThread<FromReader>({
      name: 'reader',
      script: of,
      path: database.path,
      // Otherwise V8 keeps tens of megabytes of what searches leave behind. Searches are as fast with this limit.
      resourceLimits: { maxYoungGenerationSizeMb: 6 },
      onMessage(message) {
        if (message.kind === 'ready') isReady = true
        // Runs the read on the core's connection instead, which reports database errors with a better message.
        else if (message.kind === 'refusal' && sqliteFailure(fromWireFailure(message.failure)) !== null)
          calls.giveUp(message.id)
        else calls.settle(message)
      },
      onEnd(error) {
        if (thread !== started) return
        thread = null
        log.error('The reader thread ended.', error)
        if (ends.add() >= deathsAllowed || !isReady) pausedUntilMs = clock.monotonicMs() + pausedMs
        calls.askAgain()
      },
    })
    return started
  }

  const release = async () => {
    clearTimeout(idle)
    const ending = thread
    if (!ending) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    post({ kind: 'end' })
    thread = null
    await Promise.race([ended, new Promise((done) => setTimeout(done, endWithinMs).unref())])
    await ending.terminate()
  }

  return {
    of: <Table>(reads: Reads<Table>): Read<Table> => {
      const { name: feature } = reads
      let table: ReadTable | null = null
      return (name, input, signal = neverAborted) => {
        if (signal.aborted) return Promise.reject(signal.reason)
        const readHere = () => {
          table ??= reads.create(database.sql) as ReadTable
          return (table[name] as (input: unknown, signal: AbortSignal) => unknown)(input, signal)
        }
        const { id, promise } = calls.ask<never>(
          (id) => ({ kind: 'read', id, feature, name, input }),
          readHere,
        )
        const abort = () => {
          post({ kind: 'drop', id })
          calls.reject(id, signal.reason)
        }
        signal.addEventListener('abort', abort, { once: true })
        return promise.finally(() => signal.removeEventListener('abort', abort))
      }
    },
    /** Ends the thread and prevents new ones. Pending reads run on the core's connection. */
    async close() {
      isClosed = true
      await release()
      calls.askAgain()
    },
  }
}

const endWithinMs = 1_000

const neverAborted = new AbortController().signal
