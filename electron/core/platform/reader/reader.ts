import type { Worker } from 'node:worker_threads'
import type { Database } from '#core/database/database.ts'
import { sqliteFailure } from '#core/database/sql.ts'
import type { Clock, Log } from '../ports.ts'
import { createCalls, createEnds, startThread } from '../thread.ts'
import { fromWireFailure } from '../wire-failures.ts'
import type { FromReader, ReadMessage, ToReader } from './messages.ts'
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
  const ends = createEnds(clock)
  let thread: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let pausedUntilMs = Number.NEGATIVE_INFINITY
  let isClosed = false

  /** Another connection needs the index of the WAL, and the files that the core has open. */
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
    /** Lets the process end, and ends the thread soon. */
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
      onMessage(message) {
        if (message.kind === 'ready') isReady = true
        // The connection of the core has a better message about the store.
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
    of: (reads) => {
      const { name: of } = reads
      let table: ReadTable | null = null
      return (name, input, signal = neverAborted) => {
        if (signal.aborted) return Promise.reject(signal.reason)
        const readHere = () => {
          table ??= reads.create(database.sql) as ReadTable
          return (table[name] as (input: unknown, signal: AbortSignal) => unknown)(input, signal)
        }
        const { id, promise } = calls.ask<never>((id) => ({ kind: 'read', id, of, name, input }), readHere)
        const abort = () => {
          post({ kind: 'drop', id })
          calls.reject(id, signal.reason)
        }
        signal.addEventListener('abort', abort, { once: true })
        return promise.finally(() => signal.removeEventListener('abort', abort))
      }
    },
    async close() {
      isClosed = true
      await release()
      calls.askAgain()
    },
  }
}

/** A read that is under way is at most as long as its slice. */
const endWithinMs = 1_000

const neverAborted = new AbortController().signal
