import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { BundleFile } from '#core/platform/files/built-page.ts'
import { destroyUpgrades } from './connections.ts'
import { BodyError } from './json-body.ts'

export type Answer =
  | { readonly status: number }
  | { readonly json: unknown }
  | { readonly file: BundleFile }
  | 'answered'

/** Fixed texts by status, so that a response never repeats the request or reveals internals. */
export type StatusTexts = Readonly<Record<number, string>>

/**
 * Creates a server that answers requests with the results of `handle`. `maxSilent` is the maximum number of connections that have
 * not sent a request.
 */
export function createAnswerServer(options: {
  readonly maxConnections: number
  readonly maxSilent: number
  readonly texts: StatusTexts
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<Answer>
  readonly onError: (error: unknown) => void
}): Server {
  const { maxConnections, maxSilent, handle, onError } = options
  const texts = { ...usualTexts, ...options.texts }
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
    response.setHeader('Cache-Control', 'no-store')
    response.on('error', () => {})
    handle(request, response).then(
      (answer) => send(response, answer, texts),
      (error: unknown) => {
        const isKnown = error instanceof BodyError
        if (!isKnown && request.errored === null) onError(error)
        send(response, { status: isKnown ? error.status : 500 }, texts)
      },
    )
  })
  return server
}

const usualTexts: StatusTexts = {
  404: 'Not found.',
  405: 'Method not allowed.',
  413: 'The request is larger than 1 MiB.',
  415: 'The content type must be application/json.',
}

function send(response: ServerResponse, answer: Answer, texts: StatusTexts): void {
  if (answer === 'answered' || response.headersSent || response.destroyed) return
  // Closes the connection, because the unread rest of the body would be parsed as the next request.
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
      .end(texts[answer.status])
  }
}

/** Closes the oldest silent connection if there are more than `max`, so that silent connections can't lock out other clients. */
function dropSilent(server: Server, max: number): void {
  const silent = new Set<Socket>()
  server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
    const [oldest] = silent
    if (silent.size > max) oldest?.destroy()
  })
  server.on('request', ({ socket }) => silent.delete(socket))
}
