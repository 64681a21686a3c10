import type { Duplex } from 'node:stream'

/**
 * Answers what the parser refused, and what came too slowly. Returns a word to count it by. `write` and `destroySoon`, not
 * `end`: after `end` a peer that never closes would hold its slot among the connections for good.
 */
export function onClientError(error: NodeJS.ErrnoException, socket: Duplex): string {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return 'connection_lost'
  }
  const [status, word] = refusals[error.code ?? ''] ?? ['400 Bad Request', 'malformed']
  socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  if ('destroySoon' in socket && typeof socket.destroySoon === 'function') socket.destroySoon()
  else socket.destroy()
  return word
}

const refusals: Readonly<Record<string, readonly [status: string, word: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'header_overflow'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'too_slow'],
}
