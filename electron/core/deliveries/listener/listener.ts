import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Log } from '#core/platform/ports.ts'
import { limits } from './limits.ts'
import { createRequestHandler, type HandlerOptions } from './request-handler.ts'

export interface ListenerOptions extends HandlerOptions {
  readonly log: Log
  /** Time in milliseconds after which a blocked process makes waiting requests count as late. */
  readonly lateAfterMs?: number
}

export type Listener = Awaited<ReturnType<typeof openListener>>

/**
 * Opens the delivery listener: `POST /hooks/<path id>` on 127.0.0.1 only. A tunnel may expose it to the internet, so a request is
 * checked at every stage, from the parser to the store. Keeps no state per connection and ignores `X-Forwarded-*`. Rejects with
 * the system's error if the port can't be opened. Port 0 selects any free port.
 */
export async function openListener(port: number, options: ListenerOptions) {
  const counts = new Map<string, number>()
  const count = (word: string) => void counts.set(word, (counts.get(word) ?? 0) + 1)
  const lateness = watchLateness(options.lateAfterMs ?? limits.deadlineMs)
  const handle = createRequestHandler({ ...options, isLate: lateness.isLate }, count)
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      // How often Node checks timeouts. Its default of 30 s is twice as long as the service waits.
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
    /** Responds 503 to new requests, finishes open ones, and then closes every connection. Takes at most two seconds. */
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
  readonly status: number | null
}

/**
 * Responds to requests that the parser rejected or that were too slow. Returns the name to count. Uses `write` and `destroySoon`,
 * because after `end`, a peer that never closes would keep its connection slot forever.
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
/** Time in milliseconds after a blocked period in which new requests still count as late. */
const afterwardsMs = 500

/**
 * Detects requests that may have waited too long for a response to be useful. The time when a request reached the socket is
 * unknown. If the process was blocked just before it accepted a request, the start of the block counts as that time.
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
      return nowMs < lateUntilMs || stoodStill(nowMs)
    },
    close: () => clearInterval(timer),
  }
}
