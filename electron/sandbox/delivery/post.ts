import { request } from 'node:http'

export type PostResult = { readonly status: number } | { readonly status: null; readonly error: string }

export type Post = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  signal: AbortSignal,
) => Promise<PostResult>

/**
 * Sends a delivery to its receiver. It connects only to sandbox tunnels, which lead to this machine's loopback: a sandbox workspace
 * must not send a byte outside, whatever URL the user entered. Any other host counts as unreachable. Redirects are not followed.
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
      return unreachable('ENOTFOUND: the sandbox service sends only to its own tunnel')
    const origin = options.listenerOrigin(target.origin)
    if (origin === null) return unreachable('ECONNREFUSED: no listener behind the sandbox tunnel')
    if (!isLoopback(origin)) return unreachable('EHOSTUNREACH: the sandbox tunnel only leads to loopback')

    const local = new URL(target.pathname + target.search, origin)
    const allHeaders = { ...headers, host: target.host, 'content-length': String(body.length) }
    return send(local, allHeaders, body, signal, options.timeoutMs)
  }
}

function send(
  url: URL,
  headers: Record<string, string>,
  body: Buffer,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<PostResult> {
  return new Promise((resolve) => {
    const outgoing = request(url, { method: 'POST', headers, agent: false, signal })
    const timer = setTimeout(() => outgoing.destroy(new Error('ETIMEDOUT: no response in time')), timeoutMs)
    outgoing.on('response', (response) => {
      // Only the status matters. The body is discarded within the same time limit.
      resolve({ status: response.statusCode ?? 0 })
      response.on('error', () => {})
      response.resume()
    })
    outgoing.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve(unreachable('EPROTO: the receiver switched protocols'))
    })
    outgoing.on('error', (error) => resolve(unreachable(error.message)))
    outgoing.on('close', () => clearTimeout(timer))
    outgoing.end(body)
  })
}

function isLoopback(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'http:' && (hostname === '127.0.0.1' || hostname === '[::1]')
}

function unreachable(error: string): PostResult {
  return { status: null, error }
}
