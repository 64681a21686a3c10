import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Certificate } from './certificates.ts'

/** Public side of a tunnel, on loopback: a TLS server that forwards to a port. */
export interface PublicSide {
  readonly port: number
  /** Origin to forward to. `null` responds with 502, as a gateway without a backend does. */
  target: number | null
  /** Responds instead of forwarding. */
  answer: ((req: IncomingMessage, res: ServerResponse) => void) | null
  readonly seen: readonly string[]
  close(): Promise<void>
}

export async function openPublicSide(certificate: Certificate): Promise<PublicSide> {
  const seen: string[] = []
  const server = createServer(certificate, (req, res) => {
    seen.push(`${req.method} ${req.url}`)
    if (side.answer) return side.answer(req, res)
    if (side.target === null) return void res.writeHead(502).end('no backend')
    const { method, url, rawHeaders } = req
    const onward = request(
      { host: '127.0.0.1', port: side.target, method, path: url, headers: rawHeaders, agent: false },
      (reply) => {
        res.writeHead(reply.statusCode ?? 502, reply.rawHeaders)
        reply.pipe(res)
      },
    )
    onward.on('error', () => (res.headersSent ? res.destroy() : res.writeHead(502).end('no backend')))
    req.pipe(onward)
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const side = {
    port: (server.address() as AddressInfo).port,
    target: null as number | null,
    answer: null as PublicSide['answer'],
    seen,
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  return side
}
