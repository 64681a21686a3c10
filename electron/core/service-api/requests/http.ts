import type { Clock, Fetch } from '#core/platform/ports.ts'
import { AppError } from '#shared/errors.ts'
import type { ApiDifferenceKind } from '#shared/workspaces/api-difference.ts'
import type { OnDifference } from '../api-differences.ts'
import { isSuccess, noteRefusals, requestLimits, retryAfterBounds } from '../assumptions.ts'
import { badResponse, oddErrorBody, redirected, statusFailure, transportFailure } from './failures.ts'
import { readRetryAfter } from './retry-after.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export interface HttpRequest {
  readonly operation: string
  readonly method: Method
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /** Whether a read is not retried, because a user is waiting. */
  readonly once?: boolean
  /** Whether this computer has a copy of the response, so that a read is not retried while the service is unreachable. */
  readonly hasCopy?: boolean
  /**
   * Whether the request can't be repeated if its response is lost, for example because the response contains a secret. Such a
   * request has the longest timeout.
   */
  readonly onlyReply?: boolean
}

export interface HttpAnswer {
  readonly status: number
  readonly body: unknown
  readonly text: string
}

export interface HttpOptions {
  readonly baseUrl: string
  readonly apiKey: string
  readonly fetch: Fetch
  readonly clock: Clock
  readonly redact: (text: string) => string
  readonly onDifference: OnDifference
  readonly onServed?: ((at: Date) => void) | undefined
  readonly limits?: RequestLimits | undefined
}

export interface RequestLimits {
  readonly headersMs: number
  readonly wholeMs: number
  /** Timeout of a request that can't be repeated, in place of the other two. */
  readonly createMs: number
  readonly bodyBytes: number
}

/** Sends a request once. Rejects with an `AppError` that contains neither the key nor the query of the URL. */
export type Send = (request: HttpRequest) => Promise<HttpAnswer>

export function createHttp(options: HttpOptions): Send {
  const limits = options.limits ?? requestLimits
  const apiKey = headerSafe(options.apiKey)
  return async (request) => {
    const url = addressOf(options.baseUrl, request)
    const deadline = createDeadline(limitsOf(request, limits), request.signal)
    try {
      const response = await options.fetch(url, requestInit(request, apiKey, deadline.signal))
      deadline.headersCame()
      const servedMs = Date.parse(response.headers.get('date') ?? '')
      if (!Number.isNaN(servedMs)) options.onServed?.(new Date(servedMs))
      return await readAnswer(response, request, options, limits)
    } catch (thrown) {
      throw asFailure(thrown, request, deadline, options)
    } finally {
      deadline.end()
    }
  }
}

/**
 * Returns a request's timeouts. The response to a read must begin earlier than that to a write, because a read can be repeated.
 */
function limitsOf({ method, onlyReply }: HttpRequest, { headersMs, wholeMs, createMs }: RequestLimits) {
  const whole = onlyReply ? createMs : wholeMs
  return { headersMs: method === 'GET' ? headersMs : whole, wholeMs: whole }
}

/** Creates the error for a write that may have taken effect although there was no usable response. */
const outcomeUnknown = (what: string, cause: AppError) =>
  new AppError(
    'outcome-unknown',
    `${what}, so the change may have been made. Check the list before you try again.`,
    { ...cause.details, cause },
  )

function requestInit(request: HttpRequest, apiKey: string, signal: AbortSignal): RequestInit {
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${apiKey}`,
    'user-agent': 'Notehook',
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  return {
    method: request.method,
    headers,
    signal,
    // Rejects redirects, because their target must not get the key, and prevents caching, because responses contain notes.
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  }
}

/** Rejects a key that can't be in a header, because the error from `fetch` would contain the key. */
function headerSafe(apiKey: string): string {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return apiKey
  const sentence = 'An API key has no spaces or special characters. Copy it again.'
  throw new AppError('invalid-input', sentence, { fields: { apiKey: sentence } })
}

/** Builds a request's URL. Rejects other origins, to which the path setting of a workspace could otherwise send the key. */
function addressOf(baseUrl: string, request: HttpRequest): string {
  const url = URL.parse(baseUrl + request.path)
  if (url?.origin !== new URL(baseUrl).origin) {
    throw new AppError('invalid-input', 'This path is outside the service.')
  }
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return url.href
}

async function readAnswer(
  response: Response,
  request: HttpRequest,
  options: HttpOptions,
  limits: RequestLimits,
): Promise<HttpAnswer> {
  const { status, headers } = response
  const success = isSuccess(status)
  const report = (kind: ApiDifferenceKind, what: string) =>
    options.onDifference({ kind, where: request.operation, what })
  const unusable = (why: string, text: string) => {
    report('answer', why)
    const error = badResponse(why, status, text, options.redact)
    if (request.method === 'GET') return error
    return outcomeUnknown(`The service sent an invalid response (${why})`, error)
  }
  const body = success ? await readBody(response, limits.bodyBytes) : await readErrorBody(response)
  if (response.type === 'opaqueredirect' || response.redirected || (status >= 300 && status <= 399)) {
    report('status', status === 0 ? 'a redirect' : String(status))
    throw redirected(undefined, status)
  }
  if (!success) {
    if (!isForeseen(request.operation, status)) report('status', String(status))
    const shape = oddErrorBody(body.text)
    if (shape) report('error-body', `${status}: ${shape}`)
    const failure = statusFailure(
      { status, headers, text: body.text, retryAfterMs: waitOf(response, options) },
      options.redact,
    )
    // After an error of a gateway, the service may still have made the change.
    throw request.method !== 'GET' && (status === 502 || status === 504)
      ? outcomeUnknown(`A gateway responded ${status} instead of the service`, failure)
      : failure
  }
  if (body.tooLarge) {
    throw unusable('it is larger than 5 MB', '')
  }
  if (body.text.trim() === '') {
    if (request.method === 'GET') throw unusable('it is empty', '')
    return { status, body: null, text: '' }
  }
  try {
    return { status, body: JSON.parse(body.text), text: body.text }
  } catch {
    const why = /^\s*</.test(body.text) ? 'it is a web page' : 'it is not complete JSON'
    throw unusable(why, body.text)
  }
}

/** Reads an error body, or nothing if that fails. */
const readErrorBody = (response: Response): Promise<Body> =>
  readBody(response, 64 * 1024).catch(() => ({ text: '', tooLarge: false }))

/**
 * Error statuses that are not reported as differences. The specification lists 400 and 401 (section 7), and any service may
 * respond with 429.
 */
const specifiedRefusals: ReadonlySet<number> = new Set([400, 401, 429])

const isForeseen = (operation: string, status: number) =>
  specifiedRefusals.has(status) ||
  (operation === 'get note' && noteRefusals.includes(status)) ||
  operation === 'get transcript'

/**
 * Returns the wait that `Retry-After` asks for. A date is compared with the `Date` header, because this computer's clock may be
 * wrong.
 */
function waitOf(response: Response, { clock, onDifference }: HttpOptions): number | null {
  const header = response.headers.get('retry-after')
  if (header === null) return null
  const served = Date.parse(response.headers.get('date') ?? '')
  const wait = readRetryAfter(header, Number.isNaN(served) ? clock.now() : new Date(served))
  if (wait === null) onDifference({ kind: 'unknown-value', where: 'Retry-After', what: header })
  return wait ?? retryAfterBounds.unreadableMs
}

function asFailure(
  thrown: unknown,
  request: HttpRequest,
  deadline: Deadline,
  { redact, onDifference }: Pick<HttpOptions, 'redact' | 'onDifference'>,
): AppError {
  if (thrown instanceof AppError) return thrown
  const write = request.method !== 'GET'
  if (request.signal?.aborted) {
    const canceled = new AppError('canceled', 'Canceled.')
    return write ? outcomeUnknown('Canceled after the request was sent', canceled) : canceled
  }
  const late = deadline.passed()
  if (late !== null) {
    const timeout = new AppError('timeout', 'The service took too long to respond. Try again in a moment.')
    return write ? outcomeUnknown(late, timeout) : timeout
  }
  const failure = transportFailure(thrown, redact)
  if (failure.error.code === 'redirected') {
    onDifference({ kind: 'status', where: request.operation, what: 'a redirect' })
  }
  return write && failure.sent && failure.error.code !== 'redirected'
    ? outcomeUnknown('The connection was lost after the request was sent', failure.error)
    : failure.error
}

interface Deadline {
  readonly signal: AbortSignal
  headersCame(): void
  passed(): string | null
  end(): void
}

function createDeadline(
  { headersMs, wholeMs }: ReturnType<typeof limitsOf>,
  outer: AbortSignal | undefined,
): Deadline {
  const controller = new AbortController()
  let late: string | null = null
  let hasBegun = false
  const pass = (ms: number) => () => {
    late = `The service didn’t ${hasBegun ? 'finish its response' : 'respond'} within ${Math.ceil(ms / 1000)} s`
    controller.abort()
  }
  const headers = setTimeout(pass(headersMs), headersMs)
  const whole = setTimeout(pass(wholeMs), wholeMs)
  return {
    signal: outer ? AbortSignal.any([controller.signal, outer]) : controller.signal,
    headersCame() {
      hasBegun = true
      clearTimeout(headers)
    },
    passed: () => late,
    end() {
      clearTimeout(headers)
      clearTimeout(whole)
      controller.abort()
    },
  }
}

interface Body {
  /** The body as UTF-8, truncated at the limit. */
  readonly text: string
  readonly tooLarge: boolean
}

/**
 * Reads a body of up to `limit` bytes, after decompression. The caller must abort the request to stop the transfer, because
 * canceling the reader doesn't stop it in Electron.
 */
async function readBody(response: Response, limit: number): Promise<Body> {
  const reader = response.body?.getReader()
  if (!reader) return { text: '', tooLarge: false }
  const decoder = new TextDecoder('utf-8')
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { text: text + decoder.decode(), tooLarge: false }
    bytes += value.byteLength
    if (bytes > limit) {
      // Not awaited, because canceling may wait for the sender.
      void reader.cancel().catch(() => {})
      return { text, tooLarge: true }
    }
    text += decoder.decode(value, { stream: true })
  }
}
