import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createConnection, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { sameText } from '#core/platform/constant-time.ts'
import type { AgentAccess } from '#core/platform/files/folder-holder.ts'
import { AppError, canceled } from '#shared/errors.ts'
import type { HostEvent } from '#shared/rpc/events.ts'
import { parseReply, type Reply, type Transport } from '#shared/rpc/transport.ts'
import { notRunning } from './data-folders.ts'
import { placeProblem } from './place.ts'
import { proofOf, wireHeader, wireVersion } from './wire.ts'

/** An import would also load undici, for the module's export `WebSocket`, and more than double the start time of a command. */
const { Agent, request } = process.getBuiltinModule('node:http')

/** The app closes connections that send no request if there are too many, so a burst of calls connects one after another. */
const maxConnecting = 16

/** Time limit for the server's proof that it has the key. Calls have no time limit. */
const proofMs = 5_000

/**
 * Calls the app through its socket. `find` is called for every connection, because a restarted app has a new key, and throws an
 * `AppError` if no app is running. If the app can't be reached, calls fail with `host-lost`, and subscriptions receive
 * `host.lost` and end.
 */
export function openSocketTransport(find: () => AgentAccess): Transport {
  const waiting: (() => void)[] = []
  let connecting = 0
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    while (connecting >= maxConnecting) await new Promise<void>((resolve) => waiting.push(resolve))
    connecting += 1
    try {
      return await work()
    } finally {
      connecting -= 1
      waiting.shift()?.()
    }
  }
  return {
    async call(name, input, { signal } = {}) {
      if (signal?.aborted) return { ok: false, error: canceled().toWire() }
      let at = ''
      try {
        const connection = await inTurn(() => {
          const access = find()
          at = access.at
          return connect(access, signal)
        })
        try {
          return await replyOf(await connection.ask('POST', `/call/${encodeURIComponent(name)}`, input))
        } finally {
          connection.close()
        }
      } catch (error) {
        if (signal?.aborted) return { ok: false, error: canceled().toWire() }
        return { ok: false, error: reachError(error, at).toWire() }
      }
    },
    subscribe(listener) {
      const closing = new AbortController()
      readEvents(find, listener, closing.signal).finally(() => {
        if (!closing.signal.aborted) listener({ name: 'host.lost', data: { reason: 'unreachable' } })
      })
      return () => closing.abort()
    },
  }
}

/** Reads the events of one connection until it ends. Never rejects. */
async function readEvents(
  find: () => AgentAccess,
  listener: (event: HostEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    const connection = await connect(find(), signal)
    const stream = await connection.ask('GET', '/events')
    if (stream.statusCode !== 200) return connection.close()
    let rest = ''
    for await (const piece of stream.setEncoding('utf8')) {
      const lines = `${rest}${piece}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line !== '' && !signal.aborted) listener(JSON.parse(line) as HostEvent)
    }
  } catch {
    // Ignored, because the caller reports every end of the stream in the same way.
  }
}

/**
 * Opens a connection on which the server has proven that it has the key. All requests must use this connection, because another
 * program could take over the socket's path.
 */
async function connect(access: AgentAccess, signal: AbortSignal | undefined) {
  const { at, key } = access
  const problem = placeProblem(at)
  if (problem !== null) throw new AppError('host-lost', problem)
  let socket: Socket | null = null
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  agent.createConnection = () => {
    if (socket !== null) throw new Error('The connection was closed.')
    socket = createConnection(at)
    return socket
  }
  const ask = (
    method: 'GET' | 'POST',
    path: string,
    input?: unknown,
    headers: Record<string, string> = authorized(key),
  ) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const body = input === undefined ? undefined : JSON.stringify(input)
      const made = request({
        agent,
        // Never dialed. Node tests the host against its slow pattern of IPv6 unless the host is an IPv4 address.
        host: '127.0.0.1',
        method,
        path,
        signal,
        headers: {
          ...headers,
          [wireHeader]: wireVersion,
          ...(body === undefined
            ? {}
            : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
        },
      })
      made.on('error', reject).on('response', resolve).end(body)
    })
  const close = () => agent.destroy()
  const late = setTimeout(() => socket?.destroy(new Error('The time is over.')), proofMs)
  try {
    const nonce = randomBytes(32).toString('base64url')
    const response = await ask('POST', '/prove', { nonce }, {})
    const version = response.headers[wireHeader]
    if (version !== undefined && version !== wireVersion) throw otherVersion(access, version)
    const expected = JSON.stringify({ proof: proofOf(key, nonce) })
    if (!sameText(await text(response), expected)) throw notOurs(at)
    return { ask, close }
  } catch (error) {
    close()
    throw error
  } finally {
    clearTimeout(late)
  }
}

const authorized = (key: string) => ({ Authorization: `Bearer ${key}` })

async function replyOf(response: IncomingMessage): Promise<Reply> {
  const body = await text(response)
  if (response.statusCode !== 200) throw new AppError('refused', body)
  return parseReply(JSON.parse(body))
}

function reachError(error: unknown, at: string): AppError {
  if (error instanceof AppError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return new AppError('host-lost', reachProblem(code, at), { cause: error })
}

function reachProblem(code: string, at: string): string {
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return `${notRunning}.`
  if (code === 'EACCES') return 'This data folder belongs to another user.'
  if (code !== 'EPERM') return 'Notehook ended or doesn’t respond.'
  return `Notehook is running, but a sandbox blocks the connection to it. Allow the socket ${at}, or use notehook mcp, which runs outside the sandbox.`
}

const notOurs = (at: string) =>
  new AppError('host-lost', `Another program answers at ${at}, so nothing was sent to it. Restart Notehook.`)

function otherVersion({ version }: AgentAccess, wire: string | readonly string[]): AppError {
  return new AppError(
    'refused',
    `Notehook ${version} uses version ${wire} of the wire, and this command version ${wireVersion}. Use the command that came with it.`,
  )
}
