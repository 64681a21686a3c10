import type { ServerResponse } from 'node:http'
import type { Transport } from '#shared/rpc/transport.ts'

/** Maximum unsent data. A page that stops reading is disconnected, and fetches everything when it reconnects. */
const maxBufferedBytes = 1024 * 1024
export const heartbeatMs = 15_000

/**
 * Sends every event as a line of JSON until the response closes. Sends an empty line every 15 s, so that both ends notice a lost
 * connection, and calls `onHeartbeat` each time.
 */
export function streamEvents(
  response: ServerResponse,
  core: Pick<Transport, 'subscribe'>,
  onHeartbeat: () => void = () => {},
): void {
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' })
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
