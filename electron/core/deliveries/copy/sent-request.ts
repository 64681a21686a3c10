import type { Redactor } from '#core/platform/redact.ts'
import { AppError } from '#shared/errors.ts'

export type Header = readonly [name: string, value: string]

/** The request as the service sent it. Header values contain one character per byte (`latin1`), as the parser returned them. */
export interface SentRequest {
  readonly url: string
  readonly headers: readonly Header[]
  readonly body: Uint8Array
}

const isWebhookHeader = (name: string) => /^webhook-(?:id|timestamp|signature)$/i.test(name)

/**
 * Whether a header's value may grant access to something. A webhook signature doesn't, because it is valid only for one body and
 * timestamp.
 */
const grantsAccess = (name: string): boolean =>
  /auth|bypass|cookie|credential|jwt|key|pass|secret|session|token/i.test(name)

/** Returns the headers in their original order and case. Redacts values that may be keys, but not the three webhook headers. */
export function redactedHeaders(
  headers: readonly Header[],
  redactor: Pick<Redactor, 'redact'>,
): [string, string][] {
  return headers.map(([name, value]) => {
    if (isWebhookHeader(name)) return [name, value]
    return [name, grantsAccess(name) ? '[redacted]' : redactor.redact(value)]
  })
}

/** Replaces the timestamp and the signature (specification, section 4) without changing the order of the headers. */
export function signedAgain(
  headers: readonly Header[],
  { timestamp, signature }: { readonly timestamp: string; readonly signature: string },
): Header[] {
  return headers.map(([name, value]) => {
    const lower = name.toLowerCase()
    if (lower === 'webhook-timestamp') return [name, timestamp]
    return [name, lower === 'webhook-signature' ? signature : value]
  })
}

/** Returns `null` if the bytes are not valid UTF-8. Keeps a byte order mark. */
export function textOf(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return null
  }
}

const ofTheConnection = /^(?:host|content-length|transfer-encoding|connection|expect)$/i

const addedByCurl = ['User-Agent', 'Accept', 'Content-Type', 'Expect']

/** Maximum length of an argument, below the system limit of 128 KiB. */
const longestArgument = 100_000

/**
 * Returns a command for bash or zsh that sends exactly the same bytes, with the headers in their original order and case. The
 * body is base64-encoded if a terminal could change or interpret it.
 */
export function curlCommand({ url, headers, body }: SentRequest): string {
  const own = headers.filter(([name]) => !ofTheConnection.test(name))
  const missing = addedByCurl.filter((name) => !own.some(([has]) => has.toLowerCase() === name.toLowerCase()))
  const text = asArgument(body)
  const parts = [
    `curl --http1.1 --globoff --path-as-is --request POST ${quoted(url)}`,
    ...missing.map((name) => `--header '${name}:'`),
    ...own.map(([name, value]) => `--header ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    text === null ? '--data-binary @-' : `--data-raw '${text.replaceAll("'", `'\\''`)}'`,
  ]
  const command = parts.join(' \\\n  ')
  return text === null
    ? `printf %s '${Buffer.from(body).toString('base64')}' | base64 --decode | ${command}`
    : command
}

function asArgument(body: Uint8Array): string | null {
  const text = body.length > longestArgument ? null : textOf(body)
  return text === null || /[^\P{C}\n]|\p{Zl}|\p{Zp}/u.test(text) ? null : text
}

function quoted(bytes: string): string {
  if (/^[\x20-\x7e]*$/.test(bytes)) return `'${bytes.replaceAll("'", `'\\''`)}'`
  const escaped = bytes.replace(
    /[\\']|[^\x20-\x7e]/g,
    (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
  return `$'${escaped}'`
}

/**
 * Formats the request as text (RFC 9112). A chunked request gets a `Content-Length` header, because its original chunks are
 * unknown.
 */
export function rawHttp({ url, headers, body }: SentRequest): string {
  const text = textOf(body)
  if (text === null)
    throw new AppError('invalid-input', 'The body is binary. Copy it as cURL, JSON or test fixture instead.')
  const { pathname, search } = new URL(url)
  const hasLength = headers.some(([name]) => name.toLowerCase() === 'content-length')
  const lines = [
    ...headers.filter(([name]) => name.toLowerCase() !== 'transfer-encoding'),
    ...(hasLength ? [] : [['Content-Length', String(body.length)] as const]),
  ].map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
}
