import type { Server, ServerResponse } from 'node:http'
import type { Transport } from '#shared/rpc/transport.ts'

/**
 * Closes the connection of every upgrade request, because no server here supports WebSocket. Without a listener, Node would handle
 * the request as if it were a usual one.
 */
export function destroyUpgrades(server: Server): void {
  server.on('upgrade', (_request, socket) => socket.destroy())
}

/**
 * Returns a signal that aborts if the connection closes before the response is complete, for example because the client canceled
 * the call.
 */
export function untilClosed(response: ServerResponse): AbortSignal {
  const closed = new AbortController()
  if (response.destroyed) closed.abort()
  response.once('close', () => {
    if (!response.writableEnded) closed.abort()
  })
  return closed.signal
}

/**
 * Maximum amount of unsent events, in bytes. Above it, the client is disconnected. It fetches all data again when it reconnects.
 */
const maxBufferedBytes = 1024 * 1024
const heartbeatMs = 15_000

/**
 * Sends every event as a line of JSON until the response closes. Every 15 s, sends an empty line so that both ends notice a lost
 * connection, and calls `onHeartbeat`.
 */
export function streamEvents(
  response: ServerResponse,
  core: Pick<Transport, 'subscribe'>,
  onHeartbeat: () => void = () => {},
): void {
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' })
  const send = (line: string) => {
    response.write(`${line}\n`)
    if (response.writableLength > maxBufferedBytes) response.destroy()
  }
  const unsubscribe = core.subscribe((event) => send(JSON.stringify(event)))
  const heartbeat = setInterval(() => {
    onHeartbeat()
    send('')
  }, heartbeatMs)
  response.on('close', () => {
    clearInterval(heartbeat)
    unsubscribe()
  })
}

/** Stops listening, and closes all connections that are still open after `graceMs`, in milliseconds. */
export function closeServer(server: Server, graceMs = 0): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(late)
      resolve()
    })
  })
}
