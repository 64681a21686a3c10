import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '#core/platform/ports.ts'
import { statusSeen } from '#shared/deliveries/responses/recorded-response.ts'
import type { FinalAnswer, IncomingDelivery } from '../store/delivery-rows.ts'
import type { DeliveryStore } from '../store/delivery-store.ts'
import type { KnownPath, Paths } from './known-paths.ts'
import { limits } from './limits.ts'
import {
  type ListenerResponse,
  type PassedAnswer,
  type PassThrough,
  type ResponseName,
  responses,
  serializeResponses,
  unanswered,
} from './listener-responses.ts'
import type { RejectedRequest } from './rejected-requests.ts'
import { type PlannedResponse, planResponse, type SimulatedResponses } from './simulated-responses.ts'
import { type Verification, verify } from './verify.ts'
import {
  countHeader,
  findHeader,
  readWebhookHeaders,
  sentHeader,
  type WebhookHeaders,
} from './webhook-headers.ts'

export interface HandlerOptions {
  readonly paths: Paths
  readonly store: Pick<DeliveryStore, 'storeVerified' | 'storeUnverified'>
  readonly clock: Clock
  readonly toleranceSeconds: () => number
  readonly simulatedResponses?: Pick<SimulatedResponses, 'plan'> | undefined
  readonly passThrough?: PassThrough | undefined
  readonly onPassed?: ((deliveryId: number, receivedAt: string, given: FinalAnswer) => void) | undefined
  readonly deadlineMs?: number | undefined
  /** Returns whether a new request may have waited too long for the service to accept a 200 response. */
  readonly isLate?: (() => boolean) | undefined
  readonly answerProbe?: ((nonce: string) => string | null) | undefined
  readonly onRequest?: (() => void) | undefined
  /** Called with each delivery that is about to be stored. */
  readonly onDelivery?: ((incoming: IncomingDelivery) => void) | undefined
  readonly onResponded?: ((response: ListenerResponse) => void) | undefined
  readonly onRejected?: ((rejected: RejectedRequest) => void) | undefined
}

export function createRequestHandler(options: HandlerOptions, count: (word: string) => void) {
  const {
    paths,
    store,
    clock,
    toleranceSeconds,
    deadlineMs = limits.deadlineMs,
    onResponded,
    simulatedResponses,
  } = options
  const held = createHeldResponses()
  const open = serializeResponses(false)
  const closing = serializeResponses(true)
  const quitting = new AbortController()
  let isQuitting = false
  let waiting = 0
  let passing = 0

  const respond = (res: ServerResponse, word: ResponseName, close = isQuitting) => {
    if (res.headersSent || res.destroyed) return
    count(word)
    const { status, headers, body } = (close ? closing : open)[word]
    res.writeHead(status, headers).end(body)
  }

  const respondInstead = (res: ServerResponse, word: 'simulated' | 'passed', status: number) => {
    if (res.headersSent || res.destroyed) return
    count(word)
    const body = status === 204 || status === 304 ? '' : `${word}\n`
    const own = body === '' ? {} : { 'Content-Type': 'text/plain', 'Content-Length': body.length }
    res.writeHead(status, { ...own, ...(isQuitting ? { Connection: 'close' } : {}) }).end(body)
  }

  const signedProbe = ({ method, url = '' }: IncomingMessage) =>
    method === 'GET' && url.startsWith('/probe/')
      ? (options.answerProbe?.(url.slice('/probe/'.length)) ?? null)
      : null

  /** Responds to a probe from Notehook itself. Unlike other responses, this one repeats part of the request, and it is signed. */
  const respondWithProof = (res: ServerResponse, proof: string) => {
    const headers = {
      'Content-Type': 'text/plain',
      'Content-Length': proof.length,
      'Cache-Control': 'no-store',
    }
    res.writeHead(200, headers).end(proof)
  }

  const request = (req: IncomingMessage, res: ServerResponse, expects: boolean) => {
    if (isQuitting) return respond(res, 'quitting')
    if (options.isLate?.()) return respond(res, 'deadline', true)
    options.onRequest?.()
    const path = findPath(paths, req.url ?? '')
    if (path?.isOut) {
      count('outage')
      return void req.socket.destroy()
    }
    /** Counts a rejected request without storing it. */
    const reject = (word: ResponseName, reason: RejectedRequest['reason'], close?: boolean) => {
      respond(res, word, close)
      reportRejected(req, res, path?.pathId ?? null, reason)
    }
    if (req.rawHeaders.length / 2 > limits.headerCount) return reject('too_many_headers', 'too_many_headers')
    const hosts = countHeader(req.rawHeaders, 'host')
    if (hosts > 1) return reject('duplicate_host', 'duplicate_host')
    // Checks what RFC 9112, section 3.2, requires. Node's own check is off, because it would not count the rejected request.
    if (hosts === 0 && req.httpVersion === '1.1') return reject('missing_host', 'missing_host', true)
    if (expects) return reject('expectation', 'expectation')
    if (!path) {
      const proof = signedProbe(req)
      if (proof !== null) return respondWithProof(res, proof)
      respond(res, 'not_found')
      return reportRejected(req, res, ...nearestPath(paths, req.url ?? ''))
    }
    if (req.method !== 'POST') return reject('method_not_allowed', 'method_not_allowed')
    // Prevents an endless loop if a receiver forwards deliveries back to this listener.
    if (countHeader(req.rawHeaders, sentHeader) > 0) return reject('sent_by_notehook', 'sent_by_notehook')

    // Without a secret, the request can't be verified, so the service must retry it.
    const isReady = path.secrets.kind === 'ready'
    const reading = readWebhookHeaders(req.rawHeaders)
    if (Number(findHeader(req.rawHeaders, 'content-length') ?? 0) > limits.bodyBytes) {
      return reject(isReady ? 'too_large' : 'not_ready', 'too_large', true)
    }
    if (!reading.ok) return reject(isReady ? reading.fault : 'not_ready', reading.fault)

    const beganMs = performance.now()
    const timer = setTimeout(() => reject('deadline', 'deadline', true), deadlineMs)
    res.once('close', () => clearTimeout(timer))
    readBody(req, limits.bodyBytes, (body) => {
      if (body === 'cut') {
        count('cut')
        return res.headersSent ? undefined : reportRejected(req, res, path.pathId, 'cut')
      }
      if (body === 'too-large') return reject(isReady ? 'too_large' : 'not_ready', 'too_large', true)
      options.onRequest?.()
      receive(req, res, paths.find(path.pathId) ?? path, reading.headers, body, { timer, beganMs })
    })
  }

  const reportRejected = (
    { method, rawHeaders }: IncomingMessage,
    res: ServerResponse,
    pathId: string | null,
    reason: RejectedRequest['reason'],
  ) =>
    options.onRejected?.({
      ...{ pathId, reason, method, rawHeaders },
      status: res.headersSent ? res.statusCode : null,
    })

  const receive = (
    req: IncomingMessage,
    res: ServerResponse,
    path: KnownPath,
    headers: WebhookHeaders,
    body: Buffer,
    deadline: Deadline,
  ) => {
    const completeMs = clock.monotonicMs()
    const now = clock.now()
    const verification = verify(headers, body, path.secrets, now, toleranceSeconds())
    const answer = responseTo(verification, path, now)
    const receivedAt = now.toISOString()
    // A signature in another encoding was created with the right secret, so it is not a mismatch.
    const isMismatch = verification.verdict === 'signature-mismatch' && verification.hint === null
    const reportResponse = (status: number) =>
      onResponded?.({ pathId: path.pathId, status, at: receivedAt, isMismatch, webhookId: headers.id })
    const respondAndReport = (word: ResponseName) => {
      respond(res, word)
      reportResponse(res.statusCode)
    }
    if (answer === 'stored' && waiting >= limits.waiting) {
      respondAndReport('overloaded')
      return reportRejected(req, res, path.pathId, 'overloaded')
    }
    const simulated = answer === 'stored' ? plan(path, headers.id, body) : null
    const ask = answer === 'stored' && !simulated ? (options.passThrough?.(path) ?? null) : null
    const incoming = {
      pathId: path.pathId,
      workspaceId: path.workspaceId,
      endpointId: path.endpointId,
      endpointUrl: path.url,
      receivedAt,
      webhookId: headers.id,
      webhookTimestamp: headers.timestamp,
      rawHeaders: req.rawHeaders,
      body,
      verdict: verification.verdict,
      trace: verification.trace,
      flags: oddities(headers, req),
      // The receiver hasn't responded yet, so the request is stored as unanswered.
      status: simulated ? statusSeen(simulated) : ask ? unanswered.status : responses[answer].status,
      answer: ask
        ? unanswered.answer
        : (simulated?.answer ?? (verification.hint ? `${answer} (${verification.hint})` : answer)),
      completeMs,
      delayMs: simulated?.delayMs ?? 0,
    }
    if (answer !== 'stored') {
      respondAndReport(answer)
      options.onDelivery?.(incoming)
      if (!store.storeUnverified(incoming)) reportRejected(req, res, path.pathId, 'not_kept')
      return
    }
    waiting += 1
    options.onDelivery?.(incoming)
    store.storeVerified(incoming, (outcome, id) => {
      waiting -= 1
      if (outcome === 'storage') reportRejected(req, res, path.pathId, 'storage')
      else paths.markVerified(path.pathId)
      if (ask && outcome !== 'storage' && id !== undefined) {
        clearTimeout(deadline.timer)
        const passed = (given: PassedAnswer) => {
          const isGone = res.destroyed
          respondInstead(res, 'passed', given.status)
          reportResponse(given.status)
          // If the service has closed the connection, it gets no response, and the delivery is already stored as unanswered.
          const responseMs = Math.ceil(clock.monotonicMs() - completeMs)
          if (!isGone) options.onPassed?.(id, receivedAt, { ...given, responseMs })
        }
        if (passing >= limits.passedThrough || isQuitting) return passed(unanswered)
        passing += 1
        const leftMs = deadlineMs - marginMs - (performance.now() - deadline.beganMs)
        const withinMs = Math.max(0, Math.min(limits.passThroughMs, leftMs))
        void ask(id, withinMs, quitting.signal).then((given) => {
          passing -= 1
          passed(given)
        })
        return
      }
      if (!simulated) return respondAndReport(outcome)
      const { status, delayMs } = simulated
      if (outcome === 'storage') {
        if (delayMs > 0) held.giveUp()
        return respondAndReport(outcome)
      }
      clearTimeout(deadline.timer)
      const respondNow = () => {
        respondInstead(res, 'simulated', status)
        reportResponse(statusSeen(simulated))
      }
      if (delayMs === 0) respondNow()
      else held.hold(delayMs, respondNow)
    })
  }

  /**
   * Returns the simulated response. If too many responses are being delayed, returns a 503 instead, so that the service retries.
   */
  const plan = (path: KnownPath, webhookId: string, body: Buffer): PlannedResponse | null => {
    const planned = simulatedResponses?.plan(path, webhookId, body) ?? null
    return planned && planned.delayMs > 0 && !held.reserve()
      ? planResponse({ status: 503, delayMs: 0 })
      : planned
  }

  return {
    request: (req: IncomingMessage, res: ServerResponse) => request(req, res, false),
    expectation: (req: IncomingMessage, res: ServerResponse) => request(req, res, true),
    quit() {
      isQuitting = true
      quitting.abort()
      held.release()
    },
  }
}

interface Deadline {
  readonly timer: NodeJS.Timeout
  readonly beganMs: number
}

/** Minimum time in milliseconds between the receiver's response and the service's timeout. */
const marginMs = 500

/**
 * Checks the signature before the timestamp. If the signature is valid, the sender is genuine, so a wrong timestamp means that
 * one of the clocks is wrong.
 */
function responseTo({ verdict, trace }: Verification, path: KnownPath, now: Date): ResponseName {
  switch (verdict) {
    case 'verified':
      return 'stored'
    case 'stale':
    case 'future':
      return 'stale_timestamp'
    case 'no-secret':
    case 'secret-locked':
      return 'not_ready'
    default:
      if (isUnproven(path, now)) return 'secret_unproven'
      return trace.signature === 'no-supported-version' ? 'no_supported_version' : 'signature_mismatch'
  }
}

function isUnproven({ hasVerified, keptAt }: KnownPath, now: Date): boolean {
  return !hasVerified && keptAt !== null && now.getTime() - Date.parse(keptAt) < limits.unprovenMs
}

/** Compares the target without normalizing it, so a target with a query string never matches. */
function findPath(paths: Paths, target: string): KnownPath | undefined {
  return target.startsWith('/hooks/') ? paths.find(target.slice('/hooks/'.length)) : undefined
}

function nearestPath(
  paths: Paths,
  target: string,
): [pathId: string | null, reason: RejectedRequest['reason']] {
  const [, pathId = ''] = /^\/hooks\/([\w-]*)/.exec(target) ?? []
  if (paths.find(pathId)) return [pathId, 'altered_path']
  return [null, target.startsWith('/hooks') ? 'unknown_endpoint' : 'unknown_path']
}

function oddities(headers: WebhookHeaders, req: IncomingMessage) {
  const flags: ('dotted-id' | 'encoded')[] = []
  if (headers.id.includes('.')) flags.push('dotted-id')
  if (countHeader(req.rawHeaders, 'content-encoding') > 0) flags.push('encoded')
  return flags
}

const mostHeld = 32

function createHeldResponses() {
  const held = new Map<NodeJS.Timeout, () => void>()
  let taken = 0
  const end = (timer: NodeJS.Timeout, answer: () => void) => {
    clearTimeout(timer)
    held.delete(timer)
    taken -= 1
    answer()
  }
  return {
    /** Reserves a slot, which the caller must then use or release. Returns `false` if none is free. */
    reserve(): boolean {
      if (taken >= mostHeld) return false
      taken += 1
      return true
    },
    giveUp() {
      taken -= 1
    },
    hold(delayMs: number, answer: () => void) {
      const timer = setTimeout(() => end(timer, answer), delayMs)
      held.set(timer, answer)
    },
    release() {
      for (const [timer, answer] of [...held]) end(timer, answer)
    },
  }
}

/**
 * Reads a body of at most `limit` bytes and calls back exactly once. Passes the raw bytes, `too-large` as soon as the limit is
 * exceeded, or `cut` if the connection ended early. Trailers are never read.
 */
function readBody(req: IncomingMessage, limit: number, done: (body: Buffer | 'too-large' | 'cut') => void) {
  const chunks: Buffer[] = []
  let size = 0
  let isOver = false

  const finish = (body: Buffer | 'too-large' | 'cut') => {
    if (isOver) return
    isOver = true
    done(body)
  }
  const onData = (chunk: Buffer) => {
    size += chunk.length
    if (size > limit) finish('too-large')
    else chunks.push(chunk)
  }
  const onEnd = () => finish(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
  const onClose = () => finish('cut')

  req.on('data', onData).on('end', onEnd).on('close', onClose)
}
