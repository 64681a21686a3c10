import { connect } from 'node:net'

export interface RawResponse {
  readonly status: number
  readonly head: string
  readonly body: string
}

export interface RawExchange {
  readonly responses: readonly RawResponse[]
  /** Set if the peer closed the connection, before or after the `expected` responses. */
  readonly closed: boolean
}

/**
 * Sends raw bytes and reads until the expected number of responses has arrived or the peer closes. Interim responses (`100`)
 * count. Uses no client library, because one would repair or reject some requests.
 */
export function exchange(port: number, bytes: Buffer | string, expected = 1): Promise<RawExchange> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    const finish = (closed: boolean) => {
      socket.destroy()
      resolve({ responses: parseResponses(received), closed })
    }
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      if (parseResponses(received).length >= expected) finish(false)
    })
    socket.on('close', () => finish(true))
    // Ignores a reset, with which the server may end a rejected request. Earlier responses still count.
    socket.on('error', () => {})
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  })
}

/** Returns the complete responses at the start of `text`. A response to HEAD has no body, whatever its Content-Length. */
function parseResponses(text: string): RawResponse[] {
  const responses: RawResponse[] = []
  let rest = text
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    const status = /^HTTP\/1\.1 (\d{3})/.exec(rest)?.[1]
    if (end < 0 || status === undefined) return responses
    const head = rest.slice(0, end)
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
    const body = rest.slice(end + 4, end + 4 + length)
    responses.push({ status: Number(status), head, body })
    rest = rest.slice(end + 4 + body.length)
  }
}
