import type { ServerResponse } from 'node:http'
import type { Transport } from '#shared/rpc/transport.ts'

/** A page that does not read holds memory here, so it is dropped and fetches again when it is back. */
const mostBufferedBytes = 1024 * 1024
export const heartbeatMs = 15_000

/**
 * Every event as a line of JSON, an empty line now and then so that both ends notice a lost wire. Ends with the response.
 * `onHeartbeat` is told whenever the page is seen to be still there.
 */
export function streamEvents(
  response: ServerResponse,
  core: Pick<Transport, 'subscribe'>,
  onHeartbeat: () => void = () => {},
): void {
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' })
  const send = (line: string) => {
    response.write(`${line}\n`)
    if (response.writableLength > mostBufferedBytes) response.destroy()
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
