import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { dial } from '#core/platform/dial.ts'
import { longestEncoded } from '#core/platform/redact.ts'
import { mostResponseRead, storedResponseBytes } from '#shared/receivers/limits.ts'
import type { SendDetail, SendPhases } from '#shared/receivers/model.ts'
import { type Failure, failureOf } from './failure.ts'
import type { Header } from './headers.ts'

export interface Transmission {
  readonly url: URL
  readonly addresses: readonly string[]
  readonly headers: readonly Header[]
  readonly body: Uint8Array
  /** Length in bytes of the first part, if the body is written in two parts. */
  readonly cutAt?: number | undefined
  /** PEM certificates of authorities to trust in addition to the system's. */
  readonly ca: string | null
  readonly withinMs: number
  readonly signal: AbortSignal
  /** Removes secrets, then keeps the first `most` characters. */
  readonly conceal: (text: string, most?: number) => string
}

export interface Transmitted {
  readonly status: number | null
  readonly response: SendDetail['response']
  readonly repeatsSecret: boolean
  readonly failure: Failure | null
  readonly phases: Omit<SendPhases, 'lookupMs'>
}

/** Reads more than is stored, because a secret that is cut off would not be recognized. */
const mostKept = storedResponseBytes + longestEncoded

/** Makes one request to a receiver and returns its response without secrets. Never rejects. */
export async function transmit(options: Transmission): Promise<Transmitted> {
  const { headers, body, cutAt, conceal, ...target } = options
  const { response, failure, phases } = await dial({
    ...target,
    request: {
      method: 'POST',
      headers: headers.flat(),
      body,
      cutAt,
      keptBytes: mostKept,
      readBytes: mostResponseRead,
    },
  })
  let repeatsSecret = false
  const clean = (text: string, most = text.length) => {
    const concealed = conceal(text, most)
    repeatsSecret ||= concealed !== text.slice(0, most)
    return concealed
  }
  const text = response && (await decoded(response.body, response.rawHeaders))
  return {
    status: response?.status ?? null,
    response: response && {
      statusText: clean(response.statusText),
      headers: pairsOf(response.rawHeaders.map((text) => clean(text))),
      bodyBase64: Buffer.from(clean(text?.toString('latin1') ?? '', storedResponseBytes), 'latin1').toString(
        'base64',
      ),
      bodyBytes: response.bodyBytes,
      isCut: Math.max(response.bodyBytes, text?.length ?? 0) > storedResponseBytes,
    },
    repeatsSecret,
    failure: failure && failureOf(failure, target),
    phases,
  }
}

/**
 * Decompresses a body (RFC 9110, section 8.4), because secrets in a compressed one would not be recognized. If the body is
 * damaged, returns the text before the damage.
 */
async function decoded(body: Buffer, rawHeaders: readonly string[]): Promise<Buffer> {
  const codings = pairsOf(rawHeaders)
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.toLowerCase().split(','))
  let bytes = body
  for (const coding of codings.toReversed()) {
    const decoder = decoderOf(coding.trim(), bytes)
    if (!decoder) return bytes
    const parts: Buffer[] = []
    let length = 0
    decoder.end(bytes)
    try {
      for await (const part of decoder) {
        parts.push(part)
        length += part.length
        if (length >= mostKept) break
      }
    } catch {}
    if (length > 0) bytes = Buffer.concat(parts).subarray(0, mostKept)
  }
  return bytes
}

function decoderOf(coding: string, [first = 0]: Buffer) {
  const finishFlush = constants.Z_SYNC_FLUSH
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ finishFlush })
    case 'deflate':
      // Also accepts deflate without the zlib header, which some servers send.
      return (first & 0x0f) === 8 ? createInflate({ finishFlush }) : createInflateRaw({ finishFlush })
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
    case 'zstd':
      return createZstdDecompress({ finishFlush: constants.ZSTD_e_flush })
    default:
      return null
  }
}

function pairsOf(raw: readonly string[]): [string, string][] {
  return Array.from({ length: Math.floor(raw.length / 2) }, (_, at) => [
    raw[2 * at] ?? '',
    raw[2 * at + 1] ?? '',
  ])
}
