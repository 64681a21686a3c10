import { AppError } from '#shared/errors.ts'
import { type SentRequest, textOf } from './sent-request.ts'

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
