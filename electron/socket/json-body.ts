import type { IncomingMessage } from 'node:http'
import { jsonDepth } from '#core/platform/json-depth.ts'

const maxBytes = 1024 * 1024
const maxDepth = 64
/** `charset=utf-8` is allowed, because JSON is always UTF-8 (RFC 8259, section 8.1). */
const jsonType = /^application\/json(; ?charset=utf-8)?$/i

/** The status of the response to a request whose body is not accepted. */
export class BodyError extends Error {
  readonly status: 400 | 413 | 415

  constructor(status: 400 | 413 | 415) {
    super(`Responds with ${status}.`)
    this.status = status
  }
}

/**
 * Reads a JSON request body. It must be at most 1 MiB, at most 64 levels deep and valid UTF-8, with the content type of JSON.
 * Throws `BodyError`.
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  if (
    !jsonType.test(request.headers['content-type'] ?? '') ||
    request.headers['content-encoding'] !== undefined
  ) {
    throw new BodyError(415)
  }
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new BodyError(413)

  const chunks: Buffer[] = []
  let size = 0
  // By default, leaving this loop early destroys the socket, so that the 413 response can't be sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > maxBytes) throw new BodyError(413)
    chunks.push(chunk)
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
    if (jsonDepth(text) <= maxDepth) return JSON.parse(text)
  } catch {}
  throw new BodyError(400)
}
