import { request } from 'node:http'
import { connect, type LookupFunction, type Socket } from 'node:net'
import { isLoopbackUrl } from '../api/public-url.ts'

export type PostResult = { readonly status: number } | { readonly status: null; readonly error: string }

export type Post = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  signal: AbortSignal,
) => Promise<PostResult>

/**
 * Creates a function that sends a delivery to its receiver. It connects only to loopback, directly or through a sandbox tunnel,
 * because a sandbox workspace must not send a single byte outside, whatever URL the user entered. Any other host counts as
 * unreachable. Redirects are not followed.
 */
export function createPost(options: {
  readonly tunnelUrls: readonly string[]
  readonly listenerOrigin: (tunnelOrigin: string) => string | null
  readonly timeoutMs: number
}): Post {
  const tunnelOrigins = new Set(options.tunnelUrls.map((url) => new URL(url).origin))

  return async (url, headers, body, signal) => {
    const target = new URL(url)
    const allHeaders = { ...headers, host: target.host, 'content-length': String(body.length) }
    if (isLoopbackUrl(target)) return send(target, allHeaders, body, signal, options.timeoutMs)
    if (!tunnelOrigins.has(target.origin))
      return unreachable('ENOTFOUND: the sandbox service sends only to this computer')
    const origin = options.listenerOrigin(target.origin)
    if (origin === null) return unreachable('ECONNREFUSED: no listener behind the sandbox tunnel')
    if (!isLoopbackUrl(new URL(origin)))
      return unreachable('EHOSTUNREACH: the sandbox tunnel only leads to loopback')

    const local = new URL(target.pathname + target.search, origin)
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
  return new Promise<PostResult>((resolve) => {
    const fail = ({ message }: Error) => resolve(unreachable(message))
    const outgoing = request({
      method: 'POST',
      path: url.pathname + url.search,
      headers,
      signal,
      createConnection: () => connectHere(url, fail),
    })
    const timer = setTimeout(() => outgoing.destroy(new Error('ETIMEDOUT: no response in time')), timeoutMs)
    outgoing.on('response', (response) => {
      // Resolves right away, because only the status matters. The body is discarded within the same time limit.
      resolve({ status: response.statusCode ?? 0 })
      response.on('error', () => {})
      response.resume()
    })
    outgoing.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve(unreachable('EPROTO: the receiver switched protocols'))
    })
    outgoing.on('error', fail)
    outgoing.on('close', () => clearTimeout(timer))
    outgoing.end(body)
  }).catch(({ message }: Error) => unreachable(message))
}

/**
 * Opens a socket to a program on this computer, without a proxy. `onError` handles all of its errors. `localhost` always resolves
 * to loopback, whatever the hosts file contains.
 */
export function connectHere({ protocol, hostname, port }: URL, onError: (error: Error) => void): Socket {
  return connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
    lookup: onLoopback,
    autoSelectFamily: true,
  }).on('error', onError)
}

/**
 * Calls back in a later tick, so that the socket has an error listener by then. If there is no route, the socket fails in the
 * same tick as this callback.
 */
const onLoopback: LookupFunction = (_host, _options, found) => void setImmediate(found, null, loopback)

const loopback = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

function unreachable(error: string): PostResult {
  return { status: null, error }
}
