import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { notePayload, rawRequest, signDelivery } from './signed-delivery.ts'

export interface Target {
  readonly port: number
  readonly path: string
  readonly secret: string
}

const everyMs = 20
const mostConnections = 32
const mostAttempts = 4
const retryAfterMs = 500
/** Number of deliveries sent by this process. It makes their ids unique. */
let sentInAll = 0

export interface Flooded {
  /** Number of deliveries answered with 200. */
  readonly answered: number
  /** Why attempts were retried: response statuses and connection errors for which the service retries too. */
  readonly retried: readonly string[]
  /** Sorted latencies in milliseconds, measured from the time at which each delivery was scheduled. */
  readonly latenciesMs: readonly number[]
}

/** Sends a fixed number of deliveries per second, whether or not they are answered. */
export async function sendSteadily(target: Target, perSecond: number, seconds: number): Promise<Flooded> {
  const connections = connectTo(target.port)
  const types = ['note.generated', 'note.edited', 'note.access_granted']
  const run = process.pid.toString(36)
  const startedAt = performance.now()
  const sent: Promise<number | null>[] = []
  const retried: string[] = []
  for (let due = 0; due < perSecond * seconds; ) {
    const elapsed = performance.now() - startedAt
    due = Math.min(perSecond * seconds, Math.floor((elapsed / 1000) * perSecond))
    while (sent.length < due) {
      const id = `evt_${run}${sentInAll.toString(36).padStart(10, '0')}`
      const body = notePayload(id, { event_type: types[sent.length % types.length] })
      sent.push(deliver(connections, target, id, body, retried))
      sentInAll += 1
    }
    await sleep(everyMs)
  }
  const latencies = await Promise.all(sent)
  connections.close()
  const latenciesMs = latencies.filter((ms) => ms !== null).toSorted((a, b) => a - b)
  return { answered: latenciesMs.length, retried, latenciesMs }
}

/** Returns the latency of the attempt that was answered with 200, in milliseconds, or `null` if there was none. */
async function deliver(
  connections: ReturnType<typeof connectTo>,
  target: Target,
  id: string,
  body: string,
  retried: string[],
): Promise<number | null> {
  for (let attempt = 1; ; attempt += 1) {
    const startedAt = performance.now()
    const signed = signDelivery({ id, body, secret: target.secret })
    const outcome = await connections.send(rawRequest(target.path, signed))
    if (outcome === 200) return performance.now() - startedAt
    if (attempt === mostAttempts) return null
    retried.push(String(outcome))
    await sleep(retryAfterMs)
  }
}

/**
 * Opens connections that use little processor time. This process simulates a remote service, so its own work must not slow the
 * app. Each connection has one request at a time, and other requests wait.
 */
function connectTo(port: number) {
  const idle: Connection[] = []
  const waiting: ((connection: Connection) => void)[] = []
  const all = new Set<Connection>()

  const take = async (): Promise<Connection> => {
    const free = idle.pop()
    if (free) return free
    if (all.size < mostConnections) return open()
    return new Promise((resolve) => waiting.push(resolve))
  }

  const open = (): Connection => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    const connection: Connection = { socket, settle: null, read: '' }
    all.add(connection)
    const end = (outcome: string) => {
      if (!all.delete(connection)) return
      const at = idle.indexOf(connection)
      if (at >= 0) idle.splice(at, 1)
      connection.settle?.(outcome)
      const next = waiting.shift()
      if (next) next(open())
    }
    socket.setEncoding('latin1')
    socket.on('data', (part: string) => {
      connection.read += part
      const status = wholeStatus(connection.read)
      if (status === null) return
      connection.read = ''
      const settle = connection.settle
      connection.settle = null
      const next = waiting.shift()
      if (next) next(connection)
      else idle.push(connection)
      settle?.(status)
    })
    socket.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
    socket.on('close', () => end('ECONNRESET'))
    return connection
  }

  return {
    /**
     * Resolves to the status or the connection's error. A connection error is possible even if all goes well, because an idle
     * connection may close just when it is reused.
     */
    async send(request: Buffer): Promise<number | string> {
      const connection = await take()
      return new Promise((resolve) => {
        connection.settle = resolve
        connection.socket.write(request)
      })
    },
    close() {
      for (const { socket } of all) socket.destroy()
    },
  }
}

interface Connection {
  readonly socket: Socket
  settle: ((outcome: number | string) => void) | null
  read: string
}

function wholeStatus(read: string): number | null {
  const headEnd = read.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const length = Number(/^content-length: *(\d+)/im.exec(read)?.[1] ?? 0)
  return read.length < headEnd + 4 + length ? null : Number(read.slice(9, 12))
}
