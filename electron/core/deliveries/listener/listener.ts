import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Log } from '#core/platform/ports.ts'
import { createDeliveryHandler, type HandlerOptions } from './delivery-handler.ts'
import { limits } from './limits.ts'

export interface ListenerOptions extends HandlerOptions {
  readonly log: Log
  /** How long the process may stand still before what waited is answered as too late. */
  readonly lateAfterMs?: number
}

export interface Listener {
  readonly port: number
  /** How often each answer was given; requests that are not kept leave only this trace. */
  readonly counts: ReadonlyMap<string, number>
  /** New requests hear 503, those under way are finished, then every connection is closed; within two seconds. */
  close(): Promise<void>
}

/**
 * The delivery listener: `POST /hooks/<path id>` on 127.0.0.1 and nothing else. It is open to the internet through a
 * tunnel, so each step may answer and later ones never run: the parser, headers, path, method, length, the three webhook
 * headers, body, signature, age, store. It holds no state of a connection and trusts no `X-Forwarded-*`. Rejects with the
 * system's error when the port cannot be had; port 0 is any free one.
 */
export async function openListener(port: number, options: ListenerOptions): Promise<Listener> {
  const counts = new Map<string, number>()
  const count = (word: string) => void counts.set(word, (counts.get(word) ?? 0) + 1)
  const lateness = watchLateness(options.lateAfterMs ?? limits.deadlineMs)
  const handle = createDeliveryHandler({ ...options, isLate: lateness.isLate }, count)
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      // Timeouts act only when this comes round; the default is 30 s, twice as long as the service waits.
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: limits.keepAliveMs,
      requireHostHeader: false,
      insecureHTTPParser: false,
      joinDuplicateHeaders: false,
    },
    handle.request,
  )
  server.maxConnections = limits.connections
  server.on('checkExpectation', handle.expectation)
  server.on('clientError', (error, socket) => {
    const failure = onClientError(error, socket)
    count(failure.word)
    if (failure.word !== 'connection_lost')
      options.onRejected?.({ pathId: null, reason: failure.word, status: failure.status })
  })
  server.on('drop', () => count('connection_refused'))
  await listening(server, port)
  server.on('error', (error) => options.log.error('The listener failed.', error))
  const address = server.address() as AddressInfo

  return {
    port: address.port,
    counts,
    async close() {
      lateness.close()
      handle.quit()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const timer = setTimeout(() => server.closeAllConnections(), limits.drainMs)
      await closed
      clearTimeout(timer)
    },
  }
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

interface ClientError {
  readonly word: 'connection_lost' | 'malformed' | 'header_overflow' | 'too_slow'
  /** `null`: the peer is gone. */
  readonly status: number | null
}

/**
 * Answers what the parser refused, and what came too slowly. Returns a word to count it by. `write` and `destroySoon`, not
 * `end`: after `end` a peer that never closes would hold its slot among the connections for good.
 */
function onClientError(error: NodeJS.ErrnoException, socket: Duplex): ClientError {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return { word: 'connection_lost', status: null }
  }
  const [status, word] = responses.get(error.code ?? '') ?? malformed
  socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  if ('destroySoon' in socket && typeof socket.destroySoon === 'function') socket.destroySoon()
  else socket.destroy()
  return { word, status: Number.parseInt(status, 10) }
}

type ErrorResponse = readonly [status: string, word: ClientError['word']]

const malformed: ErrorResponse = ['400 Bad Request', 'malformed']
const responses: ReadonlyMap<string, ErrorResponse> = new Map(
  Object.entries({
    HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'header_overflow'],
    ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'too_slow'],
  }),
)

const everyMs = 250
/** What waited through a stall is taken up within this. */
const afterwardsMs = 500

/**
 * Notices that requests may have waited for longer than an answer is of use: the time of arrival at the socket is unknown, so all
 * that is taken up right after the process stood still counts as having come at its beginning.
 */
function watchLateness(deadlineMs: number) {
  let beatMs = performance.now()
  let lateUntilMs = Number.NEGATIVE_INFINITY
  const stoodStill = (nowMs: number) => nowMs - beatMs - everyMs > deadlineMs
  const timer = setInterval(() => {
    const nowMs = performance.now()
    if (stoodStill(nowMs)) lateUntilMs = nowMs + afterwardsMs
    beatMs = nowMs
  }, everyMs).unref()
  return {
    isLate() {
      const nowMs = performance.now()
      // The stall may end among requests, before the timer has its turn.
      return nowMs < lateUntilMs || stoodStill(nowMs)
    },
    close: () => clearInterval(timer),
  }
}
