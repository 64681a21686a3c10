import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Received {
  readonly path: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** How the receiver responds: with a status, never (`hang`), or by closing the connection (`reset`). */
export type Behavior = (received: Received, index: number) => number | 'hang' | 'reset'

/** A real receiver on loopback, behind the sandbox tunnel. */
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    /** The paths of requests whose sender disconnected before the response. */
    aborted,
  }
}
