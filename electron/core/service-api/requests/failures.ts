import { visible } from '#core/platform/log.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { errorTextFields, requestIdFields, requestIdHeaders } from '../assumptions.ts'

/** Describes why there was no response. `sent` means that the service may still have received the request. */
export interface TransportFailure {
  readonly error: AppError
  readonly sent: boolean
}

/**
 * Converts an error of `fetch`, using Node's error codes and Chromium's `net::ERR_…`. Its cause contains only text and no
 * headers.
 */
export function transportFailure(thrown: unknown, redact: (text: string) => string): TransportFailure {
  const words = chainWords(thrown)
  const cause = new Error(redact(words))
  const failure = (code: ErrorCode, message: string, sent: boolean) => ({
    error: new AppError(code, message, { cause }),
    sent,
  })
  const proxy = proxyWords.test(words) ? problemOf(proxyProblems, words) : null
  if (proxy !== null) return failure('unreachable', proxy, false)
  if (/redirect/i.test(words)) return { error: redirected(cause), sent: true }
  const insecure = insecureWords.test(words) ? problemOf(certificateProblems, words) : null
  if (insecure !== null) return failure('insecure', insecure, false)
  if (unresolvedWords.test(words)) {
    return failure(
      'unreachable',
      'No server with this name was found. Check the API address and your network.',
      false,
    )
  }
  const sent = !neverConnectedWords.test(words)
  return failure(
    'unreachable',
    sent
      ? 'The connection to the service was lost. Check your network and try again.'
      : 'The service can’t be reached. Check the API address and your network, then try again.',
    sent,
  )
}

export function redirected(cause?: unknown, status?: number): AppError {
  return new AppError(
    'redirected',
    'The service redirected the request. Notehook doesn’t follow redirects with your key. Check the API address.',
    { cause, ...(status === undefined ? {} : { status }) },
  )
}

export interface Refusal {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly retryAfterMs: number | null
}

/** Returns the beginning of the text of an HTML error page. */
function wordsOf(text: string): string {
  const beginning = text.slice(0, 2_000)
  if (!/^\s*<(?:!doctype|html|head|body)/i.test(beginning)) return text
  return beginning
    .replace(/<(script|style|title)\b[^<]*<\/\1>|<[^<>]*>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Describes the shape of an unknown error body by its field names. Returns `null` for a known shape. */
export function oddErrorBody(text: string): string | null {
  if (text.trim() === '') return 'empty'
  if (/^\s*</.test(text)) return 'a web page'
  const body = parsedObject(text)
  if (!body) return 'no JSON object'
  if (errorTextFields.some((field) => textOf(body[field]) !== null)) return null
  return `fields ${Object.keys(body).slice(0, 5).join(', ')}`
}

/** Creates the error for an unsuccessful response. `detail` contains the service's message. */
export function statusFailure(refusal: Refusal, redact: (text: string) => string): AppError {
  const body = parsedObject(refusal.text)
  const requestId =
    firstText(body, requestIdFields) ?? requestIdHeaders.map((n) => refusal.headers.get(n)).find((v) => v)
  const said = [...new Set(errorTextFields.map((field) => textOf(body?.[field])).filter((t) => t !== null))]
  const detail = excerpt(said.length > 0 ? said.join(': ') : wordsOf(refusal.text), redact)
  const { code, message } = meaning(refusal.status, detail !== '')
  return new AppError(code, message, {
    status: refusal.status,
    ...(requestId ? { requestId: excerpt(requestId, redact) } : {}),
    ...(detail === '' ? {} : { detail }),
    ...(refusal.retryAfterMs === null ? {} : { retryAfterSeconds: Math.ceil(refusal.retryAfterMs / 1000) }),
  })
}

export function badResponse(
  why: string,
  status: number,
  text: string,
  redact: (text: string) => string,
): AppError {
  const detail = excerpt(text, redact)
  return new AppError(
    'bad-response',
    `The service sent an invalid response: ${why}. Check the API address, or try again later.`,
    { status, ...(detail === '' ? {} : { detail }) },
  )
}

/**
 * Returns at most 200 characters that are safe to show. The text is truncated last, because a secret that is cut off would not be
 * redacted.
 */
export function excerpt(text: string, redact: (text: string) => string): string {
  return visible(redact(text.slice(0, 4096)).trim()).slice(0, 200)
}

/** Returns the error code and message for a status. `isExplained` means that the response's body contains a reason. */
function meaning(status: number, isExplained: boolean): { code: ErrorCode; message: string } {
  switch (status) {
    case 401:
      return { code: 'key-rejected', message: 'The service rejected this API key. Enter a valid one.' }
    case 403:
      return {
        code: 'forbidden',
        message: 'Your key doesn’t allow this. A workspace admin may have limited its scopes.',
      }
    case 404:
      return {
        code: 'not-found',
        message: 'Not found, or your key has no access.',
      }
    case 413:
      return { code: 'too-large', message: 'Too large for the service to send.' }
    case 429:
      return { code: 'rate-limited', message: 'Rate limited by the service. Try again later.' }
  }
  if (status >= 500) {
    return {
      code: 'service-failed',
      message: 'The service failed. Try again in a moment.',
    }
  }
  return {
    code: 'refused',
    message: isExplained
      ? 'The service rejected the request. Its message is shown below.'
      : 'The service rejected the request without a reason. Check the API address.',
  }
}

const insecureWords =
  /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|EPROTO|certificate|wrong version number/
const unresolvedWords =
  /ENOTFOUND|EAI_AGAIN|ERR_NAME_NOT_RESOLVED|ERR_NAME_RESOLUTION_FAILED|ERR_HOST_RESOLVER_QUEUE_TOO_LARGE/
/** Chromium's names (net_error_list.h) for proxy errors that occur before the service is reached. */
const proxyWords = new RegExp(
  [
    'ERR_TUNNEL_CONNECTION_FAILED|ERR_HTTPS_PROXY_TUNNEL_RESPONSE',
    'ERR_PROXY_(?:AUTH_|CONNECTION_FAILED|CERTIFICATE_INVALID|HTTP_1_1_REQUIRED|TUNNEL_REQUEST_FAILED)',
    'ERR_PROXY_UNABLE_TO_CONNECT_TO_DESTINATION|ERR_UNABLE_TO_REUSE_CONNECTION_FOR_PROXY_AUTH',
    'ERR_SOCKS_CONNECTION_|ERR_MANDATORY_PROXY_CONFIGURATION_FAILED|ERR_NO_SUPPORTED_PROXIES|ERR_PAC_',
  ].join('|'),
)
/** Messages for failures whose text matches the pattern. The last pattern matches all. */
type Problems = readonly (readonly [words: RegExp, message: string])[]

const problemOf = (problems: Problems, words: string): string =>
  problems.find(([known]) => known.test(words))?.[1] ?? ''

const proxyProblems: Problems = [
  [
    /PROXY_AUTH/,
    'Your proxy asks for a user name and password, which Notehook does not support. Nothing was sent. Let the base address bypass the proxy, in the settings of your system.',
  ],
  [
    /PROXY_CERTIFICATE/,
    'The certificate of your proxy was not accepted. Nothing was sent. Install it in your system, or ask who manages the proxy.',
  ],
  [
    /TUNNEL|HTTP_1_1_REQUIRED/,
    'Your proxy does not allow connections to the service. Nothing was sent. Ask who manages the proxy to allow the base address.',
  ],
  [
    /./s,
    'Your proxy cannot be reached or its settings are invalid. Nothing was sent. Check the proxy settings of your system.',
  ],
]

const certificateProblems: Problems = [
  [
    /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|ERR_CERT_DATE_INVALID/,
    'The certificate of the service has expired or is not valid yet. Nothing was sent. Check the date and time of this computer.',
  ],
  [
    /ALTNAME_INVALID|COMMON_NAME_INVALID/,
    'The certificate of the service belongs to another host. Nothing was sent. Check the base address, and whether your network asks you to sign in first.',
  ],
  [
    /SELF_SIGNED|UNABLE_TO_|CERT_UNTRUSTED|AUTHORITY_INVALID|self.signed/i,
    'This computer does not trust the certificate of the service. Nothing was sent. If your company inspects encrypted traffic, install its certificate in your system.',
  ],
  [
    /REVOKED/,
    'The certificate of the service was revoked. Nothing was sent. Do not enter a key until the service has a new one.',
  ],
  [
    /./s,
    'A secure connection to the service could not be made. Nothing was sent. Check the base address and the date of this computer.',
  ],
]

const neverConnectedWords = new RegExp(
  [
    'ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|bad port',
    'ERR_CONNECTION_(?:REFUSED|FAILED|TIMED_OUT)|ERR_ADDRESS_(?:UNREACHABLE|INVALID)|ERR_INTERNET_DISCONNECTED',
    'ERR_NETWORK_ACCESS_DENIED|ERR_BLOCKED_BY_(?:ADMINISTRATOR|CLIENT)|ERR_UNSAFE_PORT',
  ].join('|'),
)

/** Returns the codes and messages of an error and its causes as one text. */
function chainWords(thrown: unknown): string {
  const words: string[] = []
  const queue: unknown[] = [thrown]
  for (const at of queue) {
    if (!(at instanceof Error) || words.length > 40) continue
    if ('code' in at && typeof at.code === 'string') words.push(at.code)
    words.push(at.message)
    if (at.cause !== undefined) queue.push(at.cause)
    if (at instanceof AggregateError) queue.push(...at.errors)
  }
  return words.filter((word) => word !== '').join('; ')
}

function parsedObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function firstText(body: Record<string, unknown> | null, fields: readonly string[]): string | null {
  for (const field of fields) {
    const text = textOf(body?.[field])
    if (text !== null) return text
  }
  return null
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string' && value.trim() !== '') return value
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return null
  return 'message' in value && typeof value.message === 'string' ? value.message : null
}
