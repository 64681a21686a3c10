import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { openReadConnection } from '#core/database/second-connection.ts'
import type { ThreadData } from '../thread.ts'
import { toWireFailure } from '../wire-failures.ts'
import type { FromReader, ReadMessage, Reads, ReadTable, ToReader } from './reads.ts'

/**
 * Runs the reads of all features on a read-only connection. A long read pauses regularly, so that short reads don't wait for it.
 */
export function runReaderThread(all: readonly Reads<object>[]): void {
  if (!parentPort) throw new Error('This runs as a thread of the app.')
  const { path } = workerData as ThreadData
  yieldToOthers()
  serveReads(parentPort, openReadConnection(path), all)
}

/**
 * Lowers the priority of this thread, so that the thread that answers deliveries runs first. Only Linux has a priority per
 * thread.
 */
function yieldToOthers() {
  if (process.platform !== 'linux') return
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')))
    setPriority(thread, Math.min(getPriority(thread) + niceness, 19))
  } catch {}
}

/** With this nice value, the thread gets a tenth of the processor time of a normal thread. */
const niceness = 10

function serveReads(port: MessagePort, sql: DatabaseSync, all: readonly Reads<object>[]): void {
  const tables = new Map<string, ReadTable>()
  const waiting = new Map<number, ReadMessage>()
  const running = new Map<number, AbortController>()
  let isAwake = false
  let hasEnded = false

  const post = (message: FromReader) => {
    if (!hasEnded) port.postMessage(message)
  }

  const tableOf = (name: string): ReadTable => {
    const known = tables.get(name)
    if (known) return known
    const found = all.find((reads) => reads.name === name)
    if (!found) throw new Error(`There are no reads of ${name}.`)
    const table = found.create(sql) as ReadTable
    tables.set(name, table)
    return table
  }

  /** Starts a read in a transaction, so that it sees one state of the database until its first pause. */
  const begin = ({ feature, name, input }: ReadMessage, signal: AbortSignal): unknown => {
    const read = tableOf(feature)[name] as ((input: unknown, signal: AbortSignal) => unknown) | undefined
    if (!read) throw new Error(`There is no read ${feature}.${name}.`)
    sql.exec('BEGIN')
    try {
      return read(input, signal)
    } finally {
      sql.exec('COMMIT')
    }
  }

  const answer = async (message: ReadMessage) => {
    const { id } = message
    const ending = new AbortController()
    running.set(id, ending)
    try {
      post({ kind: 'reply', id, result: await begin(message, ending.signal) })
    } catch (error) {
      post({ kind: 'refusal', id, failure: toWireFailure(error) })
    }
    running.delete(id)
  }

  const end = () => {
    hasEnded = true
    waiting.clear()
    sql.close()
    port.close()
  }

  const take = (message: ToReader) => {
    switch (message.kind) {
      case 'read':
        waiting.set(message.id, message)
        return
      case 'drop':
        waiting.delete(message.id)
        running.get(message.id)?.abort()
        return
      case 'end':
        return end()
    }
  }

  /** Starts the next read. Handles received messages first, because they may cancel it. */
  const serveNext = () => {
    for (let said = receiveMessageOnPort(port); said && !hasEnded; said = receiveMessageOnPort(port)) {
      take(said.message as ToReader)
    }
    const [next] = waiting.values()
    isAwake = next !== undefined
    if (next === undefined) return
    waiting.delete(next.id)
    void answer(next)
    setImmediate(serveNext)
  }

  port.on('message', (message: ToReader) => {
    take(message)
    if (isAwake) return
    isAwake = true
    setImmediate(serveNext)
  })
  post({ kind: 'ready' })
}
