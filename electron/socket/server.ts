import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync, lstatSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Log } from '#core/platform/ports.ts'
import type { Transport } from '#shared/rpc/transport.ts'
import { closeServer, destroyUpgrades, dropSilent, streamEvents, untilClosed } from './connections.ts'
import { readJson } from './json-body.ts'
import { clearPlace, isPipe, socketPlaces } from './place.ts'
import { isNonce, proofOf, wireHeader, wireVersion } from './wire.ts'

/** Maximum number of connections that have not sent a request. */
const maxSilent = 64
const maxConnections = 2_048
const watchEveryMs = 1_000

export interface SocketOptions {
  readonly core: Transport
  readonly dataFolder: string
  readonly log: Log
}

export interface SocketServer {
  readonly at: string
  /** A 256-bit secret that every request must contain. Generated at each start. */
  readonly key: string
  close(): Promise<void>
}

/**
 * Serves the core on a socket that only the same user's programs can open. The caller must hold the lock of the data folder.
 * Rejects if the socket can't be created.
 */
export async function openSocketServer({ core, dataFolder, log }: SocketOptions): Promise<SocketServer> {
  const key = randomBytes(32).toString('base64url')
  const expected = digestOf(`Bearer ${key}`)
  const server = createServer({
    headersTimeout: 5_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 5_000,
    // How often Node checks these timeouts. Its default of 30 s would be too long.
    connectionsCheckingInterval: 1_000,
  })
  server.maxConnections = maxConnections
  dropSilent(server, maxSilent)
  destroyUpgrades(server)
  server.on('request', (request, response) => {
    response.setHeader(wireHeader, wireVersion)
    response.setHeader('Cache-Control', 'no-store')
    response.on('error', () => {})
    handle(request, response).then(
      (answer) => send(response, answer),
      (error: unknown) => {
        if (request.errored === null) log.error('A request of a command failed.', error)
        send(response, { status: 500 })
      },
    )
  })

  const at = await listenAtFirst(server, socketPlaces(dataFolder))
  const watch = isPipe(at) ? undefined : recreateIfDeleted(server, at, log)
  return {
    at,
    key,
    close() {
      clearInterval(watch)
      return closeServer(server)
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<Answer> {
    const { method = '', url = '', headers } = request
    const version = headers[wireHeader] ?? wireVersion
    if (version !== wireVersion) return { status: 426 }
    const isKnown = url === '/events' || url === '/prove' || url.startsWith('/call/')
    if (!isKnown) return { status: 404 }
    if (method !== (url === '/events' ? 'GET' : 'POST')) return { status: 405 }
    if (url === '/prove') return prove(request)
    if (!timingSafeEqual(digestOf(headers.authorization ?? ''), expected)) return { status: 401 }
    if (url === '/events') {
      streamEvents(response, core)
      return 'streaming'
    }
    const body = await readJson(request)
    if (!body.ok) return { status: body.status }
    const name = url.slice('/call/'.length)
    return { json: await core.call(name, body.value, { signal: untilClosed(response) }) }
  }

  /** Proves that this server has the key before a client sends the key. */
  async function prove(request: IncomingMessage): Promise<Answer> {
    const body = await readJson(request)
    if (!body.ok) return { status: body.status }
    return isNonce(body.value) ? { json: { proof: proofOf(key, body.value.nonce) } } : { status: 400 }
  }
}

type Answer = { readonly status: number } | { readonly json: unknown } | 'streaming'

/** Fixed texts, so that a response never repeats the request. */
const statusTexts: ReadonlyMap<number, string> = new Map([
  [400, 'The request body is not valid JSON, is nested too deeply or has no nonce.'],
  [401, 'The key is wrong. Read it from host.json of the data folder.'],
  [404, 'Not found.'],
  [405, 'Method not allowed.'],
  [413, 'The request is larger than 1 MiB.'],
  [415, 'The content type must be application/json.'],
  [426, `This Notehook uses version ${wireVersion} of the wire.`],
  [500, 'Something went wrong. See the log of Notehook for details.'],
])

function send(response: ServerResponse, answer: Answer): void {
  if (answer === 'streaming' || response.headersSent || response.destroyed) return
  // Closes the connection, because the unread rest of the body would be parsed as the next request.
  if (!response.req.complete || 'status' in answer) response.setHeader('Connection', 'close')
  if ('json' in answer) {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer.json))
    return
  }
  response
    .writeHead(answer.status, { 'Content-Type': 'text/plain; charset=utf-8' })
    .end(statusTexts.get(answer.status))
}

async function listenAtFirst(server: Server, places: readonly string[]): Promise<string> {
  const problems: unknown[] = []
  for (const at of places) {
    try {
      await listen(server, at)
      return at
    } catch (error) {
      problems.push(error)
    }
  }
  throw new AggregateError(problems, 'No socket for commands could be created.')
}

function listen(server: Server, at: string): Promise<void> {
  return new Promise((resolve, reject) => {
    clearPlace(at)
    server.once('error', reject)
    server.listen(at, () => {
      server.off('error', reject)
      // The permissions are a second protection, because other users can't open the socket's folder.
      if (!isPipe(at)) chmodSync(at, 0o600)
      resolve()
    })
  })
}

/** Creates the socket again if it was deleted, for example by a clean-up of temporary files. Open connections stay open. */
function recreateIfDeleted(server: Server, at: string, log: Log): NodeJS.Timeout {
  let inode = lstatSync(at).ino
  let isBusy = false
  const recreate = async () => {
    if (lstatSync(at, { throwIfNoEntry: false })?.ino === inode) return
    // Stops listening at once, but doesn't wait for `close`, which calls back only after all connections have ended.
    server.close()
    await listen(server, at)
    inode = lstatSync(at).ino
    log.warn('The socket for commands was deleted. It was recreated.')
  }
  return setInterval(() => {
    if (isBusy) return
    isBusy = true
    recreate()
      .catch((error) => log.error('The socket for commands could not be recreated.', error))
      .finally(() => {
        isBusy = false
      })
  }, watchEveryMs).unref()
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
