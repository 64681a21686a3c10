import type { Clock, Fetch } from '#core/platform/ports.ts'
import { AppError } from '#shared/errors.ts'
import type { ApiDifferenceKind } from '#shared/workspaces/api-difference.ts'
import type { OnDifference } from '../api-differences.ts'
import { isSuccess, noteRefusals, requestLimits, retryAfterBounds } from '../assumptions.ts'
import { badResponse, oddErrorBody, redirected, statusFailure, transportFailure } from './failures.ts'
import { readRetryAfter } from './retry-after.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export interface HttpRequest {
  /** The specification's word for it, such as `list notes`, for the differences. */
  readonly operation: string
  readonly method: Method
  /** Begins with `/`, its parts percent-encoded. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /** A read that is never tried again, because the user waits for the result of this try. */
  readonly once?: boolean
  /** A reply that cannot be had again, such as one that shows a secret: it is waited for the longest. */
  readonly onlyReply?: boolean
}

export interface HttpAnswer {
  readonly status: number
  /** Parsed JSON; `null` when the answer was empty. */
  readonly body: unknown
  /** The JSON text that `body` was parsed from. */
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
  /** A read's answer begins within this time. */
  readonly headersMs: number
  readonly wholeMs: number
  /** Instead of both, for a reply that cannot be had again. */
  readonly createMs: number
  readonly bodyBytes: number
}

/** Sends one request, once. Every failure is an `AppError`; none holds the key or the URL's query. */
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

/** A write is never tried again by itself, so its whole answer is waited for. */
function limitsOf({ method, onlyReply }: HttpRequest, { headersMs, wholeMs, createMs }: RequestLimits) {
  const whole = onlyReply ? createMs : wholeMs
  return { headersMs: method === 'GET' ? headersMs : whole, wholeMs: whole }
}

/** A write that may have taken effect although no usable answer came. Reads are simply tried again. */
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
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  return {
    method: request.method,
    headers,
    signal,
    // The key must not follow a redirect, and nothing of a note may come to rest in a cache.
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  }
}

/** A character no header can carry would be refused by `fetch` in words that repeat the whole key. */
function headerSafe(apiKey: string): string {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return apiKey
  const sentence = 'An API key has no spaces or special characters. Copy it again.'
  throw new AppError('invalid-input', sentence, { fields: { apiKey: sentence } })
}

/** Whatever a path setting holds, the key goes to the origin it was entered for. */
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
    // A gateway that gave up on the service cannot say whether the service did the work.
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

/** An incomplete error body is ignored: the status is enough. */
const readErrorBody = (response: Response): Promise<Body> =>
  readBody(response, 64 * 1024).catch(() => ({ text: '', tooLarge: false }))

/** Section 7 shows the first two; 429 is expected of any service. */
const specifiedRefusals: ReadonlySet<number> = new Set([400, 401, 429])

const isForeseen = (operation: string, status: number) =>
  specifiedRefusals.has(status) ||
  (operation === 'get note' && noteRefusals.includes(status)) ||
  // Asked for on a guess.
  operation === 'get transcript'

/** Measured against the answer's own `Date` where it has one: the two clocks may differ. */
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
  /** What did not happen in time, in words; `null` while there is time. */
  passed(): string | null
  /** Nothing more is wanted of the request. */
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
      // An answer that was not read to its end would keep its connection. For one that was, this does nothing.
      controller.abort()
    },
  }
}

interface Body {
  /** Decoded as UTF-8, without a byte order mark; cut where the limit was passed. */
  readonly text: string
  readonly tooLarge: boolean
}

/**
 * Reads an answer's body up to `limit` bytes, counted after inflation, so that a small compressed answer cannot grow past it.
 * The rest is left where it is: the sender of the request ends it, because in Electron canceling the reader does not.
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
      // Waiting for the end of it would be waiting for the sender.
      void reader.cancel().catch(() => {})
      return { text, tooLarge: true }
    }
    text += decoder.decode(value, { stream: true })
  }
}
