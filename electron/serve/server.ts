import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bundle } from '#core/platform/files/built-page.ts'
import type { Log } from '#core/platform/ports.ts'
import { AppError } from '#shared/errors.ts'
import type { Transport } from '#shared/rpc/transport.ts'
import { type Answer, createAnswerServer } from '../socket/answer-server.ts'
import { closeServer, streamEvents, untilClosed } from '../socket/connections.ts'
import { readJson } from '../socket/json-body.ts'
import { rejectionOf } from './gate.ts'
import { securityHeaders } from './headers.ts'
import type { Tokens } from './tokens.ts'

/**
 * Maximum number of event streams, one per open page. Browsers allow six connections per host, and calls need the remaining one.
 */
const maxStreams = 5
/** Maximum number of connections that have not sent a request. There must be a few, because browsers open them in advance. */
const maxSilent = 32
const maxDelayed = 16

export interface ServerOptions {
  readonly core: Transport
  readonly bundle: Bundle
  readonly contentSecurityPolicy: string
  readonly tokens: Tokens
  readonly log: Log
  readonly port: number
  readonly onSession?: () => void
}

export type BrowserServer = Awaited<ReturnType<typeof openServer>>

/** Serves the core over loopback HTTP to one browser. Rejects with `AppError` `port-busy` or `refused`. */
export async function openServer(options: ServerOptions) {
  const { tokens, log } = options
  const headers = Object.entries(securityHeaders(options.contentSecurityPolicy))
  let ownOrigin = ''
  let streams = 0
  let delayed = 0
  let loggedRejection = false

  const onError = (error: unknown) => log.error('The browser host failed to handle a request.', error)
  const server = createAnswerServer({ maxConnections: 256, maxSilent, texts, handle, onError })
  ownOrigin = await listen(server, options.port)
  return {
    /** `http://127.0.0.1:PORT`, the only origin that the server accepts. */
    origin: ownOrigin,
    close: (): Promise<void> => closeServer(server),
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<Answer> {
    const { method = '', url = '', rawHeaders } = request
    for (const [name, value] of headers) response.setHeader(name, value)
    const rejection = rejectionOf({ method, target: url, rawHeaders }, ownOrigin)
    if (rejection !== null) {
      if (!loggedRejection)
        log.warn('Rejected a request from another page or for another host name.', { status: rejection })
      loggedRejection = true
      response.writeHead(rejection, { Connection: 'close' }).end()
      return 'answered'
    }
    const posted = method === 'POST'
    if (url === '/session') return posted ? session(request) : status(405)
    if (url === '/tab') return posted ? tab(request) : status(405)
    if (url === '/events') return method === 'GET' ? events(request, response) : status(405)
    if (url.startsWith('/call/'))
      return posted ? call(url.slice('/call/'.length), request, response) : status(405)
    const file = options.bundle.get(url)
    if (file === undefined) return status(404)
    return posted ? status(405) : { file }
  }

  async function session(request: IncomingMessage): Promise<Answer> {
    const token = tokens.exchange(memberOf(await readJson(request), 't'))
    if (token === null) return wrongToken()
    options.onSession?.()
    return { json: { token } }
  }

  async function wrongToken(): Promise<Answer> {
    const delayMs = tokens.wrongTokenDelayMs()
    if (delayMs > 0 && delayed >= maxDelayed) return status(429)
    delayed += 1
    if (delayMs > 0) await sleep(delayMs)
    delayed -= 1
    return status(401)
  }

  async function tab(request: IncomingMessage): Promise<Answer> {
    if (!hasSession(request)) return status(401)
    await readJson(request)
    return { json: { t: tokens.issueLaunch() } }
  }

  async function call(name: string, request: IncomingMessage, response: ServerResponse): Promise<Answer> {
    if (!hasSession(request)) return status(401)
    const input = await readJson(request)
    return { json: await options.core.call(name, input, { signal: untilClosed(response) }) }
  }

  function events(request: IncomingMessage, response: ServerResponse): Answer {
    if (!hasSession(request)) return status(401)
    if (streams >= maxStreams) return status(429)
    streams += 1
    response.on('close', () => {
      streams -= 1
    })
    // Renews the session, because an open page counts as in use even without a click.
    streamEvents(response, options.core, () => hasSession(request))
    return 'answered'
  }

  function hasSession(request: IncomingMessage): boolean {
    return tokens.isSession(request.headers.authorization)
  }
}

function status(status: number): Answer {
  return { status }
}

const texts = {
  400: 'The request body is not valid JSON or is nested too deeply.',
  401: 'The session has ended. Open Notehook again from the terminal.',
  429: 'Too many tabs or invalid addresses. Close a tab or wait a moment, then try again.',
  500: 'Something went wrong. See the terminal for details.',
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return Object.getOwnPropertyDescriptor(value, name)?.value
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, port)))
    server.listen(port, '127.0.0.1', () => {
      const { port: actual } = server.address() as AddressInfo
      resolve(new URL(`http://127.0.0.1:${actual}`).origin)
    })
  })
}

function listenError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    const message = `Port ${port} is already in use. Choose another one with --port, or omit --port to use any free one.`
    return new AppError('port-busy', message, { cause: error })
  }
  if (error.code === 'EACCES') {
    const message = `Port ${port} is reserved by the system. Choose one above 1023 with --port.`
    return new AppError('refused', message, { cause: error })
  }
  return error
}
