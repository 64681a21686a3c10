import { dial } from '#core/platform/dial.ts'
import { longestEncoded } from '#core/platform/redact.ts'
import { mostResponseRead, storedResponseBytes } from '#shared/receivers/limits.ts'
import type { SendDetail, SendPhases } from '#shared/receivers/model.ts'
import { type Failure, failureOf } from './failure.ts'
import type { Header } from './headers.ts'

export interface Transmission {
  readonly url: URL
  /** The only addresses to dial. */
  readonly addresses: readonly string[]
  readonly headers: readonly Header[]
  readonly body: Uint8Array
  /** Number of bytes in the first of two writes of the body. */
  readonly cutAt?: number | undefined
  /** PEM certificates of authorities to trust besides the system's. */
  readonly ca: string | null
  readonly withinMs: number
  readonly signal: AbortSignal
  /** Removes secrets, then keeps the first `most` characters. */
  readonly conceal: (text: string, most?: number) => string
}

export interface Transmitted {
  readonly status: number | null
  readonly response: SendDetail['response']
  /** Whether secrets were removed from the response. */
  readonly repeatsSecret: boolean
  readonly failure: Failure | null
  /** Milliseconds since the request began. */
  readonly phases: Omit<SendPhases, 'lookupMs'>
}

/** Makes one request to a receiver and returns its response without secrets. Never rejects. */
export async function transmit({
  headers,
  body,
  cutAt,
  conceal,
  ...target
}: Transmission): Promise<Transmitted> {
  const { response, failure, phases } = await dial({
    ...target,
    request: {
      method: 'POST',
      headers: headers.flat(),
      body,
      cutAt,
      keptBytes: storedResponseBytes + longestEncoded,
      readBytes: mostResponseRead,
    },
  })
  let repeatsSecret = false
  const clean = (text: string, most = text.length) => {
    const concealed = conceal(text, most)
    repeatsSecret ||= concealed !== text.slice(0, most)
    return concealed
  }
  return {
    status: response?.status ?? null,
    response: response && {
      statusText: clean(response.statusText),
      headers: pairsOf(response.rawHeaders.map((text) => clean(text))),
      bodyBase64: Buffer.from(
        clean(response.body.toString('latin1'), storedResponseBytes),
        'latin1',
      ).toString('base64'),
      bodyBytes: response.bodyBytes,
      isCut: response.bodyBytes > storedResponseBytes,
    },
    repeatsSecret,
    failure: failure && failureOf(failure, target),
    phases,
  }
}

function pairsOf(raw: readonly string[]): [string, string][] {
  return Array.from({ length: Math.floor(raw.length / 2) }, (_, at) => [
    raw[2 * at] ?? '',
    raw[2 * at + 1] ?? '',
  ])
}
