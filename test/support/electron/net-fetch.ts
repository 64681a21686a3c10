import { Readable } from 'node:stream'

/** Chromium's limit of HTTP/1.1 connections per host. Further requests wait. */
const connectionsPerHost = 6

/**
 * Creates `session.fetch` on top of Node's `fetch`, with the behavior of Electron's (`net-fetch.ts`, `net-client-request.ts`). An
 * error has a message but no `code` or `cause`, and a response has no `url`. Canceling the reader of a body doesn't end the
 * request, which stalls and keeps its connection until the signal aborts it.
 */
export function createNetFetch(): (input: string | Request, init?: RequestInit) => Promise<Response> {
  const hosts = new Map<string, { open: number; readonly waiting: (() => void)[] }>()

  const takeConnection = async (origin: string): Promise<() => void> => {
    const host = hosts.get(origin) ?? { open: 0, waiting: [] }
    hosts.set(origin, host)
    if (host.open >= connectionsPerHost) await new Promise<void>((free) => host.waiting.push(free))
    host.open += 1
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      host.open -= 1
      host.waiting.shift()?.()
    }
  }

  return async (input, init) => {
    const request = new Request(input, init)
    const { signal } = request
    signal.throwIfAborted()
    const aborted = Promise.withResolvers<never>()
    aborted.promise.catch(() => {})
    const loader = new AbortController()
    let incoming: Readable | null = null
    let release = () => {}
    signal.addEventListener('abort', () => {
      aborted.reject(signal.reason)
      loader.abort()
      incoming?.destroy()
      release()
    })
    const answered = async () => {
      release = await takeConnection(new URL(request.url).origin)
      if (signal.aborted) release()
      const response = await fetch(request.url, {
        method: request.method,
        headers: request.headers,
        body: request.body ? await request.arrayBuffer() : null,
        redirect: 'manual',
        signal: loader.signal,
      })
      const isRedirect = response.status >= 300 && response.status <= 399 && response.headers.has('location')
      if (isRedirect && request.redirect === 'error') {
        loader.abort()
        throw new Error("Attempted to redirect, but redirect policy was 'error'")
      }
      const reader = response.body?.getReader()
      if (!reader) release()
      incoming = reader ? readableOf(reader, () => release()) : null
      const { status, statusText, headers } = response
      return new Response(incoming && (Readable.toWeb(incoming) as ReadableStream), {
        status,
        statusText,
        headers,
      })
    }
    try {
      return await Promise.race([answered(), aborted.promise])
    } catch (error) {
      release()
      throw signal.aborted ? signal.reason : netError(error)
    }
  }
}

/** Returns a stream that, like Electron's, requests more data only when it is read and doesn't report its destruction. */
function readableOf(reader: ReadableStreamDefaultReader<Uint8Array>, onEnd: () => void): Readable {
  const incoming = new Readable({
    read() {
      reader.read().then(
        ({ done, value }) => {
          if (done) onEnd()
          incoming.push(done ? null : value)
        },
        (error) => {
          onEnd()
          incoming.destroy(netError(error))
        },
      )
    },
  })
  return incoming
}

function netError(thrown: unknown): Error {
  const words: string[] = []
  for (let at = thrown; at instanceof Error; at = at.cause) {
    words.push('code' in at ? String(at.code) : '', at.message)
  }
  const message = words.join(' ')
  if (/redirect/.test(message)) return new Error(words[1])
  const name = netErrors.find(([node]) => message.includes(node))?.[1] ?? 'FAILED'
  return new Error(`net::ERR_${name}`)
}

const netErrors: readonly (readonly [node: string, chromium: string])[] = [
  ['ECONNREFUSED', 'CONNECTION_REFUSED'],
  ['ENOTFOUND', 'NAME_NOT_RESOLVED'],
  ['EAI_AGAIN', 'NAME_NOT_RESOLVED'],
  ['ECONNRESET', 'CONNECTION_RESET'],
  ['other side closed', 'EMPTY_RESPONSE'],
  ['bad port', 'UNSAFE_PORT'],
  ['CERT', 'CERT_AUTHORITY_INVALID'],
  ['SSL', 'SSL_PROTOCOL_ERROR'],
  ['wrong version number', 'SSL_PROTOCOL_ERROR'],
]
