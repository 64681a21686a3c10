import { createServer, type IncomingHttpHeaders } from 'node:http'
import { listenOnLoopback } from '../../support/loopback.ts'

export interface Received {
  readonly path: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** The receiver's response: a status, no response (`hang`), or a closed connection (`reset`). */
export type Behavior = (received: Received, index: number) => number | 'hang' | 'reset'

export async function openReceiver(behave: Behavior = () => 204) {
  const received: Received[] = []
  const aborted: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    response.on('close', () => {
      if (!response.writableEnded) aborted.push(request.url ?? '')
    })
    request.on('error', () => {})
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { url: path = '', method = '', headers } = request
      const one = { path, method, headers, body: Buffer.concat(parts).toString() }
      received.push(one)
      const behavior = behave(one, received.length - 1)
      if (behavior === 'hang') return
      if (behavior === 'reset') return void request.socket.destroy()
      response.writeHead(behavior, { location: '/redirected' }).end()
    })
  })
  const port = await listenOnLoopback(server)
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    /** The paths of requests whose sender disconnected before the response. */
    aborted,
  }
}
