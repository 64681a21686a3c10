import type { Duplex } from 'node:stream'

export interface ClientError {
  readonly word: 'connection_lost' | 'malformed' | 'header_overflow' | 'too_slow'
  /** `null`: the peer is gone. */
  readonly status: number | null
}

/**
 * Answers what the parser refused, and what came too slowly. Returns a word to count it by. `write` and `destroySoon`, not
 * `end`: after `end` a peer that never closes would hold its slot among the connections for good.
 */
export function onClientError(error: NodeJS.ErrnoException, socket: Duplex): ClientError {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return { word: 'connection_lost', status: null }
  }
  const [status, word] = responses.get(error.code ?? '') ?? malformed
  socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  if ('destroySoon' in socket && typeof socket.destroySoon === 'function') socket.destroySoon()
  else socket.destroy()
  return { word, status: Number.parseInt(status, 10) }
}

type ErrorResponse = readonly [status: string, word: ClientError['word']]

const malformed: ErrorResponse = ['400 Bad Request', 'malformed']
const responses: ReadonlyMap<string, ErrorResponse> = new Map(
  Object.entries({
    HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'header_overflow'],
    ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'too_slow'],
  }),
)
