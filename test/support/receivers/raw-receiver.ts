import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request, read from the socket by the test itself. Each character of a header value is one byte. */
export interface RawRequest {
  readonly line: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
}

export interface RawReceiver {
  readonly port: number
  readonly url: string
  readonly requests: readonly RawRequest[]
  bytes(): number
  /** Responds to requests from now on. */
  answer: (request: RawRequest, socket: Socket) => void
  close(): Promise<void>
}

/** Returns a request's headers by lower-case name. Empty if there is no request. */
export function headersOf(request: Pick<RawRequest, 'headers'> | undefined): Record<string, string> {
  return Object.fromEntries((request?.headers ?? []).map(([name, value]) => [name.toLowerCase(), value]))
}

export const answerWith =
  (status: number, body = '') =>
  (_request: RawRequest, socket: Socket) =>
    void socket.end(
      `HTTP/1.1 ${status} Answer\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )

/** Opens a receiver on a bare socket, because a library would fold or reorder headers. */
export async function openRawReceiver({
  port = 0,
  host = '127.0.0.1',
}: {
  port?: number
  host?: string
} = {}): Promise<RawReceiver> {
  const requests: RawRequest[] = []
  const sockets = new Set<Socket>()
  let received = 0
  const server = createServer((socket) => {
    let pending = Buffer.alloc(0)
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.on('data', (piece) => {
      received += piece.length
      pending = Buffer.concat([pending, piece])
      const request = readRequest(pending)
      if (!request) return
      pending = Buffer.alloc(0)
      requests.push(request)
      receiver.answer(request, socket)
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  const bound = (server.address() as AddressInfo).port
  const receiver: RawReceiver = {
    port: bound,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}/webhooks`,
    requests,
    bytes: () => received,
    answer: answerWith(200),
    async close() {
      for (const socket of sockets) socket.destroy()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
  onTestFinished(() => receiver.close())
  return receiver
}

function readRequest(bytes: Buffer): RawRequest | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [line = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = lines.map((text) => {
    const colon = text.indexOf(':')
    return [text.slice(0, colon), text.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '')] as const
  })
  const length = Number(headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? 0)
  const body = bytes.subarray(end + 4)
  return body.length < length ? null : { line, headers, body: Buffer.from(body) }
}
