import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { getCACertificates } from 'node:tls'
import type { Clock } from '#core/platform/ports.ts'
import { mostResponseRead, storedResponseBytes } from '#shared/receivers/limits.ts'
import type { SendDetail, SendPhases } from '#shared/receivers/model.ts'
import { type FailedAt, type Failure, failureOf, lateFailure } from './failure.ts'
import type { Header } from './headers.ts'

export interface Transmission {
  readonly url: URL
  readonly host: string
  /** The only addresses that are dialed. */
  readonly addresses: readonly string[]
  readonly headers: readonly Header[]
  readonly body: Uint8Array
  /** The body is sent in two pieces, of which the first has so many bytes. In one if not given. */
  readonly cutAt?: number | undefined
  /** PEM of authorities that are trusted besides the system's. */
  readonly ca: string | null
  /** From now on. */
  readonly withinMs: number
  readonly signal: AbortSignal
}

type Response = NonNullable<SendDetail['response']>

export interface Transmitted {
  readonly status: number | null
  readonly response: Response | null
  readonly failure: Failure | null
  /** Milliseconds since it began. */
  readonly phases: Omit<SendPhases, 'lookupMs'>
}

/** Between two pieces of a body, so that a receiver reads them one by one. */
const pauseMs = 50

/**
 * Makes one request and waits for its response. Follows no redirect, uses no proxy, and keeps no connection. Takes bounded time and
 * memory whatever the receiver does, and never rejects.
 */
export function transmit(request: Transmission, clock: Pick<Clock, 'monotonicMs'>): Promise<Transmitted> {
  const { url, host, headers, body, cutAt, withinMs, signal } = request
  const began = clock.monotonicMs()
  const elapsed = () => clock.monotonicMs() - began
  let connectMs: number | null = null
  let firstByteMs: number | null = null
  let response: IncomingMessage | null = null
  let bodyBytes = 0
  const stored: Buffer[] = []

  const responseOf = (message: IncomingMessage): Response => {
    const bytes = Buffer.concat(stored).subarray(0, storedResponseBytes)
    return {
      statusText: message.statusMessage ?? '',
      headers: pairsOf(message.rawHeaders),
      bodyBase64: bytes.toString('base64'),
      bodyBytes,
      isCut: bodyBytes > bytes.length,
    }
  }

  return new Promise((resolve) => {
    const isTls = url.protocol === 'https:'
    const agent = isTls ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false })
    const options = {
      agent,
      method: 'POST',
      protocol: url.protocol,
      hostname: host,
      port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      headers: headers.flat(),
      lookup: pinnedTo(request.addresses),
      autoSelectFamily: true,
      ...(isTls ? tlsOptions(request) : {}),
    }
    const sent = isTls ? httpsRequest(options) : httpRequest(options)

    let isOver = false
    const end = (failure: Failure | null) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      clearTimeout(pause)
      signal.removeEventListener('abort', abort)
      const phases = { connectMs, firstByteMs, totalMs: elapsed() }
      const status = response?.statusCode ?? null
      resolve({ status, response: response && responseOf(response), failure, phases })
      sent.destroy()
      agent.destroy()
    }
    const reached = (): FailedAt =>
      response !== null ? 'response' : connectMs !== null ? 'sent' : 'connecting'
    const abort = () => end({ code: 'stopped', sentence: 'It was stopped.' })
    const timer = setTimeout(() => end(lateFailure(reached(), request)), Math.max(0, withinMs))
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) return abort()

    sent.on('socket', (socket: Socket) => {
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        connectMs ??= elapsed()
      })
    })
    sent.on('response', (message) => {
      firstByteMs = elapsed()
      response = message
      message.on('data', (piece: Buffer) => {
        // Of a response that is cut off, what is stored is all that is held.
        if (bodyBytes < storedResponseBytes) stored.push(piece)
        bodyBytes += piece.length
        if (bodyBytes > mostResponseRead) end(null)
      })
      message.on('end', () => end(null))
      message.on('error', (error) => end(failureOf(error, 'response', request)))
      message.on('close', () => end(failureOf(new Error('aborted'), 'response', request)))
    })
    sent.on('upgrade', (message, socket) => {
      socket.destroy()
      firstByteMs = elapsed()
      response = message
      end({ code: 'malformed', sentence: 'The receiver answered by switching to another protocol.' })
    })
    sent.on('error', (error) => {
      // A receiver may answer before it has read all of the body; then its response counts.
      if (response === null) end(failureOf(error, reached(), request))
    })
    let pause: NodeJS.Timeout | undefined
    if (cutAt === undefined) sent.end(body)
    else {
      // After the system has the first piece, so that the second one does not join it.
      sent.write(body.subarray(0, cutAt), () => {
        if (!isOver) pause = setTimeout(() => sent.end(body.subarray(cutAt)), pauseMs)
      })
    }
  })
}

/** Answers with the addresses that were checked, so that another answer of the name server leads nowhere. */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, options, done) => {
    const [first] = found
    if (options.all) done(null, found)
    else done(null, first?.address ?? '', first?.family ?? 4)
  }
}

/** Certificates are always checked; an authority of the receiver is trusted besides those of the system. */
function tlsOptions({ host, ca }: Transmission) {
  return {
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === null ? {} : { ca: [...getCACertificates('default'), ca] }),
  }
}

function pairsOf(raw: readonly string[]): [string, string][] {
  return Array.from({ length: Math.floor(raw.length / 2) }, (_, at) => [
    raw[2 * at] ?? '',
    raw[2 * at + 1] ?? '',
  ])
}
