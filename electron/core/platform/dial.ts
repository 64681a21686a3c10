import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction, Socket } from 'node:net'
import { getCACertificates, connect as tlsConnect } from 'node:tls'

export interface DialOptions {
  readonly url: URL
  /** The only addresses to connect to. */
  readonly addresses: readonly string[]
  /** Certificate authorities to trust in addition to the default ones, as PEM. */
  readonly ca?: string | null | undefined
  /** Timeout in milliseconds. Without one, `signal` must abort requests that take too long. */
  readonly withinMs?: number
  readonly signal?: AbortSignal | undefined
  readonly request?: DialRequest
}

export interface DialRequest {
  readonly method: string
  readonly headers?: readonly string[] | Readonly<Record<string, string>>
  readonly body?: Uint8Array | string | undefined
  /** Size of the first part in bytes, if the body is sent in two parts. */
  readonly cutAt?: number | undefined
  readonly keptBytes: number
  readonly readBytes?: number
  readonly onHead?: (head: Pick<DialResponse, 'status' | 'headers'>) => void
}

export interface Dialed {
  /** The response, even if it is incomplete. `null` if no complete head arrived. */
  readonly response: DialResponse | null
  /** `null` if the requested part of the response was read. */
  readonly failure: DialFailure | null
  /** Milliseconds from the start to each phase, or `null` for phases that were not reached. */
  readonly phases: {
    readonly connectMs: number | null
    readonly firstByteMs: number | null
    readonly totalMs: number
  }
}

export interface DialResponse {
  readonly status: number
  readonly statusText: string
  readonly headers: IncomingMessage['headers']
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
  readonly bodyBytes: number
}

export interface DialFailure {
  readonly at: 'connecting' | 'tls' | 'sent' | 'response'
  /**
   * The code of the error from Node or OpenSSL for the last address, or an empty string. Other codes are `late` after the timeout
   * and `stopped` after an abort. `upgraded` means that the server switched protocols, and `unsendable` that Node rejected the
   * request.
   */
  readonly code: string
  readonly error: Error
}

/** Pause between the two parts of a body, so that a receiver reads them separately. */
const pauseMs = 50

/**
 * Opens a connection and makes at most one request. Never rejects, follows no redirects and uses no proxy. Time and memory are
 * limited, whatever the server does.
 */
export function dial(options: DialOptions): Promise<Dialed> {
  const { withinMs, signal, request } = options
  const isTls = options.url.protocol === 'https:' && request !== undefined
  const began = performance.now()
  const elapsed = () => performance.now() - began
  let at: DialFailure['at'] = 'connecting'
  let connectMs: number | null = null
  let firstByteMs: number | null = null
  let response: IncomingMessage | null = null
  let bodyBytes = 0
  const kept: Buffer[] = []

  return new Promise((resolve) => {
    const sockets: Socket[] = []
    let sent: ClientRequest | null = null
    let pause: NodeJS.Timeout | undefined
    let isDialing = false
    let isOver = false

    const end = (failure: DialFailure | null) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      clearTimeout(pause)
      signal?.removeEventListener('abort', abort)
      resolve({
        response: response && responseOf(response, Buffer.concat(kept), bodyBytes),
        failure,
        phases: { connectMs, firstByteMs, totalMs: elapsed() },
      })
      sent?.destroy()
      for (const socket of sockets) socket.destroy()
    }
    const fail = (error: Error, code = codeOf(error)) => end({ at, code, error })
    /** Ignores an error after a response, because a server may respond before it has read the whole body. */
    const failUnlessAnswered = (error: Error) => {
      if (response === null) fail(error)
    }
    const abort = () => fail(new Error('The request was aborted.'), 'stopped')
    const late = () => fail(new Error('The time is over.'), 'late')
    const timer = withinMs === undefined ? undefined : setTimeout(late, Math.max(0, withinMs))

    const send = ({ method, headers, body, cutAt, keptBytes, readBytes = keptBytes }: DialRequest) => {
      const { url } = options
      const made = (isTls ? httpsRequest : httpRequest)({
        method,
        protocol: url.protocol,
        hostname: hostOf(url),
        port: portOf(url),
        defaultPort: isTls ? 443 : 80,
        path: `${url.pathname}${url.search}`,
        ...(headers === undefined ? {} : { headers }),
        createConnection: (_options, use) => void open((socket) => use(null, socket)),
      })
      sent = made
      made.on('error', failUnlessAnswered)
      made.on('response', (message) => {
        firstByteMs = elapsed()
        at = 'response'
        response = message
        request?.onHead?.({ status: message.statusCode ?? 0, headers: message.headers })
        message.on('data', (piece: Buffer) => {
          if (bodyBytes < keptBytes) kept.push(piece.subarray(0, keptBytes - bodyBytes))
          bodyBytes += piece.length
          if (bodyBytes > readBytes) end(null)
        })
        message.on('end', () => end(null))
        message.on('error', (error) => fail(error))
        message.on('close', () => fail(new Error('The connection was closed.')))
      })
      made.on('upgrade', (message) => {
        firstByteMs = elapsed()
        response = message
        fail(new Error('The server switched protocols.'), 'upgraded')
      })
      if (cutAt === undefined) return void made.end(body)
      const bytes = Buffer.from(body ?? '')
      made.write(bytes.subarray(0, cutAt), () => {
        if (!isOver) pause = setTimeout(() => made.end(bytes.subarray(cutAt)), pauseMs)
      })
    }

    const attempt = (work: () => void) => {
      try {
        work()
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown))
        fail(error, isDialing ? codeOf(error) : 'unsendable')
      }
    }

    /** Adds an error listener to a socket, before any error can occur. */
    const add = (socket: Socket) => {
      sockets.push(socket)
      return socket.on('error', failUnlessAnswered)
    }
    const open = (use: (socket: Socket) => void) => {
      isDialing = true
      const socket = add(new Socket().setNoDelay())
      const connected = (opened: Socket) => {
        connectMs = elapsed()
        at = 'sent'
        use(opened)
      }
      socket.on('connect', () => {
        if (!isTls) return connected(socket)
        at = 'tls'
        attempt(() => {
          const secured = add(tlsConnect({ socket, ...tlsOptions(options) }))
          secured.on('secureConnect', () => connected(secured))
        })
      })
      const lookup = pinnedTo(options.addresses)
      socket.connect({ host: hostOf(options.url), port: portOf(options.url), lookup, autoSelectFamily: true })
    }

    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    attempt(() => (request === undefined ? open(() => end(null)) : send(request)))
  })
}

function tlsOptions({ url, ca }: DialOptions) {
  const host = hostOf(url)
  return {
    host,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca ? { ca: [...getCACertificates('default'), ca] } : {}),
  }
}

/**
 * Returns a lookup that finds only the given addresses, so that a new DNS response has no effect. Calls back in a later tick,
 * because a connection may fail synchronously.
 */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, _options, done) => void setImmediate(done, null, found)
}

function responseOf(message: IncomingMessage, body: Buffer, bodyBytes: number): DialResponse {
  const { statusCode = 0, statusMessage = '', headers, rawHeaders } = message
  return { status: statusCode, statusText: statusMessage, headers, rawHeaders, body, bodyBytes }
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

const portOf = ({ protocol, port }: URL) => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port))

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors.at(-1))
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
