import { request } from 'node:http'

export type Answer = { readonly status: number } | { readonly status: null; readonly error: string }

export type Post = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  signal: AbortSignal,
) => Promise<Answer>

/**
 * Carries a delivery to its receiver. Only sandbox tunnels are ever dialled, and they lead to this machine's loopback: a
 * sandbox workspace must not send a byte outside, whatever URL somebody typed. Any other host counts as unreachable.
 * Redirects are answers, not instructions.
 */
export function createPost(options: {
  readonly tunnelUrls: readonly string[]
  readonly listenerOrigin: (tunnelOrigin: string) => string | null
  readonly timeoutMs: number
}): Post {
  const tunnelOrigins = new Set(options.tunnelUrls.map((url) => new URL(url).origin))

  return async (url, headers, body, signal) => {
    const target = new URL(url)
    if (!tunnelOrigins.has(target.origin))
      return unreachable('ENOTFOUND: the sandbox service sends to its own tunnel only')
    const origin = options.listenerOrigin(target.origin)
    if (origin === null) return unreachable('ECONNREFUSED: nothing listens behind the sandbox tunnel')
    if (!isLoopback(origin)) return unreachable('EHOSTUNREACH: the sandbox tunnel leads to loopback only')

    const local = new URL(target.pathname + target.search, origin)
    const sent = { ...headers, host: target.host, 'content-length': String(body.length) }
    return dial(local, sent, body, signal, options.timeoutMs)
  }
}

function dial(
  url: URL,
  headers: Record<string, string>,
  body: Buffer,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Answer> {
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', headers, agent: false, signal })
    const limit = setTimeout(() => sent.destroy(new Error('ETIMEDOUT: no answer in time')), timeoutMs)
    sent.on('response', (response) => {
      // The status decides; the body is of no interest and is drained within the same limit.
      resolve({ status: response.statusCode ?? 0 })
      response.on('error', () => {})
      response.resume()
    })
    sent.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve(unreachable('EPROTO: the receiver switched protocols'))
    })
    sent.on('error', (error) => resolve(unreachable(error.message)))
    sent.on('close', () => clearTimeout(limit))
    sent.end(body)
  })
}

function isLoopback(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'http:' && (hostname === '127.0.0.1' || hostname === '[::1]')
}

function unreachable(error: string): Answer {
  return { status: null, error }
}
