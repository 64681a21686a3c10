import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bundle, BundleFile } from '#core/platform/bundle.ts'
import type { Log } from '#core/platform/ports.ts'
import { AppError } from '#shared/errors.ts'
import type { Transport } from '#shared/rpc/transport.ts'
import { streamEvents } from './event-stream.ts'
import { refusal } from './gate.ts'
import { securityHeaders } from './headers.ts'
import { readJson } from './json-body.ts'
import type { Tokens } from './tokens.ts'
import { refuseUpgrades } from './upgrades.ts'

/** A browser allows six connections to one host. A page holds one open, and its calls need one more. */
const mostStreams = 5
/** Connections that have asked for nothing yet. A browser opens a few ahead of time. */
const mostSilent = 32
/** Wrong tries whose answer waits. */
const mostWaiting = 16

export interface ServerOptions {
  readonly core: Transport
  readonly bundle: Bundle
  readonly contentSecurityPolicy: string
  readonly tokens: Tokens
  readonly log: Log
  /** 0: a free one. */
  readonly port: number
  /** A page exchanged a launch token. */
  readonly onSession?: () => void
}

export interface BrowserServer {
  /** `http://127.0.0.1:PORT`, the one name it answers to. */
  readonly origin: string
  close(): Promise<void>
}

/** The core behind loopback HTTP, for one browser. Rejects with `AppError` `port-busy` or `refused`. */
export async function openServer(options: ServerOptions): Promise<BrowserServer> {
  const { tokens, log } = options
  const headers = Object.entries(securityHeaders(options.contentSecurityPolicy))
  let ownOrigin = ''
  let streams = 0
  let waiting = 0
  let toldOfRefusal = false

  const server = createServer({
    headersTimeout: 5_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 5_000,
    // Node looks for what is over time so often, and every 30 s unless told.
    connectionsCheckingInterval: 1_000,
  })
  server.maxConnections = 256
  dropSilent(server)
  refuseUpgrades(server)
  server.on('request', (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    response.setHeader('Cache-Control', 'no-store')
    response.on('error', () => {})
    const { method = '', url = '', rawHeaders } = request
    const refused = refusal({ method, target: url, rawHeaders }, ownOrigin)
    if (refused === null) {
      answerTo(request, response).then((answer) => send(response, answer), failed(request, response))
    } else {
      if (!toldOfRefusal)
        log.warn('A request from another page or under another name was refused.', { refused })
      toldOfRefusal = true
      response.writeHead(refused, { Connection: 'close' }).end()
    }
  })

  ownOrigin = await listen(server, options.port)
  return { origin: ownOrigin, close: () => close(server) }

  function failed(request: IncomingMessage, response: ServerResponse): (error: unknown) => void {
    return (error) => {
      // A page that left while its body was read is no fault of ours.
      if (request.errored === null) log.error('The browser host failed to answer.', error)
      send(response, status(500))
    }
  }

  async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<Answer> {
    const { method = '', url = '' } = request
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
    const body = await readJson(request)
    if (!body.ok) return status(body.status)
    const token = tokens.exchange(memberOf(body.value, 't'))
    if (token === null) return wrongTry()
    options.onSession?.()
    return { json: { token } }
  }

  async function wrongTry(): Promise<Answer> {
    const waitMs = tokens.wrongTryWaitMs()
    if (waitMs > 0 && waiting >= mostWaiting) return status(429)
    waiting += 1
    if (waitMs > 0) await sleep(waitMs)
    waiting -= 1
    return status(401)
  }

  async function tab(request: IncomingMessage): Promise<Answer> {
    if (!hasSession(request)) return status(401)
    const body = await readJson(request)
    return body.ok ? { json: { t: tokens.issueLaunch() } } : status(body.status)
  }

  async function call(name: string, request: IncomingMessage, response: ServerResponse): Promise<Answer> {
    if (!hasSession(request)) return status(401)
    const body = await readJson(request)
    if (!body.ok) return status(body.status)
    return { json: await options.core.call(name, body.value, { signal: untilClosed(response) }) }
  }

  function events(request: IncomingMessage, response: ServerResponse): Answer {
    if (!hasSession(request)) return status(401)
    if (streams >= mostStreams) return status(429)
    streams += 1
    response.on('close', () => {
      streams -= 1
    })
    // An open page is in use, however long nobody clicks.
    streamEvents(response, options.core, () => hasSession(request))
    return 'streaming'
  }

  function hasSession(request: IncomingMessage): boolean {
    return tokens.isSession(request.headers.authorization)
  }
}

/** A page that cancels a call, is loaded again or goes away closes the connection of the call. */
function untilClosed(response: ServerResponse): AbortSignal {
  const closed = new AbortController()
  if (response.destroyed) closed.abort()
  response.once('close', () => {
    if (!response.writableEnded) closed.abort()
  })
  return closed.signal
}

type Answer =
  | { readonly status: number }
  | { readonly json: unknown }
  | { readonly file: BundleFile }
  | 'streaming'

function status(status: number): Answer {
  return { status }
}

/** Fixed words: nothing of the request comes back, and nothing of the inside goes out. */
const words: Readonly<Record<number, string>> = {
  400: 'Not a request this app understands.',
  401: 'The session has ended. Open the app again from the terminal.',
  404: 'Not here.',
  405: 'Not that way.',
  413: 'Too large.',
  415: 'JSON only.',
  429: 'Too much at once: too many tabs, or too many wrong addresses.',
  500: 'Something went wrong. The terminal has the details.',
}

function send(response: ServerResponse, answer: Answer): void {
  if (answer === 'streaming' || response.headersSent || response.destroyed) return
  // What is left of a body that nobody reads would else be taken for the next request.
  if (!response.req.complete || 'status' in answer) response.setHeader('Connection', 'close')
  if ('file' in answer) {
    const { body, type, immutable } = answer.file
    if (immutable) response.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.byteLength })
    response.end(response.req.method === 'HEAD' ? undefined : body)
  } else if ('json' in answer) {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer.json))
  } else {
    response
      .writeHead(answer.status, { 'Content-Type': 'text/plain; charset=utf-8' })
      .end(words[answer.status])
  }
}

/** Connections that say nothing take no place from a page: the oldest of too many is hung up on. */
function dropSilent(server: Server): void {
  const silent = new Set<Socket>()
  server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
    const [oldest] = silent
    if (silent.size > mostSilent) oldest?.destroy()
  })
  server.on('request', ({ socket }) => silent.delete(socket))
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
    const message = `Port ${port} is busy. Choose another with --port, or leave --port out for a free one.`
    return new AppError('port-busy', message, { cause: error })
  }
  if (error.code === 'EACCES') {
    const message = `Port ${port} is reserved for the system. Choose one above 1023 with --port.`
    return new AppError('refused', message, { cause: error })
  }
  return error
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
