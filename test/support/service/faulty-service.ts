import { createServer, type Server } from 'node:http'
import {
  type AddressInfo,
  createServer as createRawServer,
  type Server as RawServer,
  type Socket,
} from 'node:net'

export interface SeenRequest {
  readonly method: string
  /** Request target as sent, including the query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** A scripted response to one request. `raw` writes to the socket directly. */
export type Fault =
  | {
      readonly status?: number
      readonly headers?: Record<string, string>
      readonly json?: unknown
      readonly body?: string | Buffer
    }
  | { readonly raw: (socket: Socket) => void }

export interface FaultyService {
  readonly baseUrl: string
  readonly seen: readonly SeenRequest[]
  close(): Promise<void>
}

/** Opens a service on loopback that responds as scripted. A list of responses is used in order, and its last entry repeats. */
export async function openFaultyService(
  script: readonly Fault[] | ((request: SeenRequest, index: number) => Fault),
): Promise<FaultyService> {
  const seen: SeenRequest[] = []
  const faultFor = (request: SeenRequest, index: number): Fault =>
    typeof script === 'function' ? script(request, index) : (script[Math.min(index, script.length - 1)] ?? {})

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', headers } = request
    const record = { method, target: url, headers, body: Buffer.concat(chunks).toString() }
    seen.push(record)
    const fault = faultFor(record, seen.length - 1)
    if ('raw' in fault) return fault.raw(request.socket)
    const body = fault.body ?? (fault.json === undefined ? '' : JSON.stringify(fault.json))
    response.writeHead(fault.status ?? 200, { 'content-type': 'application/json', ...fault.headers })
    response.end(body)
  })
  return { baseUrl: await listen(server), seen, close: () => close(server) }
}

/** Opens a raw TCP server that `serve` handles, for responses that are not HTTP. */
export async function openRawServer(serve: (socket: Socket) => void): Promise<FaultyService> {
  const sockets = new Set<Socket>()
  const server = createRawServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    serve(socket)
  })
  const baseUrl = await listen(server)
  return {
    baseUrl,
    seen: [],
    async close() {
      for (const socket of sockets) socket.destroy()
      await close(server)
    },
  }
}

export async function closedPort(): Promise<number> {
  const server = createRawServer()
  await listen(server)
  const { port } = server.address() as AddressInfo
  await close(server)
  return port
}

const listen = (server: Server | RawServer) =>
  new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })

const close = (server: Server | RawServer) =>
  new Promise<void>((resolve) => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close(() => resolve())
  })
