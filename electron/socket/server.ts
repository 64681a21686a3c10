import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, lstatSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { sameText } from '#core/platform/constant-time.ts'
import type { Log } from '#core/platform/ports.ts'
import type { Transport } from '#shared/rpc/transport.ts'
import { type Answer, createAnswerServer } from './answer-server.ts'
import { closeServer, streamEvents, untilClosed } from './connections.ts'
import { BodyError, readJson } from './json-body.ts'
import { clearPlace, isPipe, socketPlaces } from './place.ts'
import { proofOf, wireHeader, wireVersion } from './wire.ts'

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
  /** Closes the server. Running calls have `graceMs` to end, in milliseconds. */
  close(graceMs?: number): Promise<void>
}

/**
 * Serves the core on a socket that only the same user's programs can open. The caller must hold the lock of the data folder.
 * Rejects if the socket can't be created.
 */
export async function openSocketServer({ core, dataFolder, log }: SocketOptions): Promise<SocketServer> {
  const key = randomBytes(32).toString('base64url')
  const onError = (error: unknown) => log.error('A request of a command failed.', error)
  const server = createAnswerServer({ maxConnections: 2_048, maxSilent: 64, texts, handle, onError })
  const at = await listenAtFirst(server, socketPlaces(dataFolder))
  const watch = isPipe(at) ? undefined : recreateIfDeleted(server, at, log)
  return {
    at,
    key,
    close(graceMs) {
      clearInterval(watch)
      return closeServer(server, graceMs)
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<Answer> {
    const { method = '', url = '', headers } = request
    response.setHeader(wireHeader, wireVersion)
    const version = headers[wireHeader] ?? wireVersion
    if (version !== wireVersion) return { status: 426 }
    const isKnown = url === '/events' || url === '/prove' || url.startsWith('/call/')
    if (!isKnown) return { status: 404 }
    if (method !== (url === '/events' ? 'GET' : 'POST')) return { status: 405 }
    if (url === '/prove') return prove(request)
    if (!sameText(headers.authorization ?? '', `Bearer ${key}`)) return { status: 401 }
    if (url === '/events') {
      streamEvents(response, core)
      return 'answered'
    }
    const input = await readJson(request)
    const name = url.slice('/call/'.length)
    return { json: await core.call(name, input, { signal: untilClosed(response) }) }
  }

  /** Proves that this server has the key before a client sends the key. */
  async function prove(request: IncomingMessage): Promise<Answer> {
    const { nonce } = Object(await readJson(request)) as { readonly nonce?: unknown }
    // A shorter nonce might repeat, and an earlier proof could then be used again.
    if (typeof nonce !== 'string' || !/^[A-Za-z0-9_-]{43}$/.test(nonce)) throw new BodyError(400)
    return { json: { proof: proofOf(key, nonce) } }
  }
}

const texts = {
  400: 'The request body is not valid JSON, is nested too deeply or has no nonce.',
  401: 'The key is wrong. Read it from host.json of the data folder.',
  426: `This Notehook uses version ${wireVersion} of the wire.`,
  500: 'Something went wrong. See the log of Notehook for details.',
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

async function listen(server: Server, at: string): Promise<void> {
  clearPlace(at)
  await once(server.listen(at), 'listening')
  // The permissions are a second protection, because other users can't open the socket's folder.
  if (!isPipe(at)) chmodSync(at, 0o600)
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
