import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Received {
  readonly path: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** What to answer: a status, or `hang` and `reset` for a receiver in trouble. */
export type Behaviour = (received: Received, index: number) => number | 'hang' | 'reset'

/** A real receiver on loopback, behind the sandbox tunnel. */
export async function openReceiver(behave: Behaviour = () => 204) {
  const received: Received[] = []
  const hungUp: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    response.on('close', () => {
      if (!response.writableEnded) hungUp.push(request.url ?? '')
    })
    request.on('error', () => {})
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { url: path = '', method = '', headers } = request
      const one = { path, method, headers, body: Buffer.concat(parts).toString() }
      received.push(one)
      const answer = behave(one, received.length - 1)
      if (answer === 'hang') return
      if (answer === 'reset') return void request.socket.destroy()
      response.writeHead(answer, { location: '/redirected' }).end()
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
    /** Paths whose sender left before it was answered. */ hungUp,
  }
}
