import { dial } from '#core/platform/dial.ts'
import { mostResponseRead, storedResponseBytes } from '#shared/receivers/limits.ts'
import type { SendDetail, SendPhases } from '#shared/receivers/model.ts'
import { type Failure, failureOf } from './failure.ts'
import type { Header } from './headers.ts'

export interface Transmission {
  readonly url: URL
  /** The only addresses that are dialed. */
  readonly addresses: readonly string[]
  readonly headers: readonly Header[]
  readonly body: Uint8Array
  /** Sends the body in two pieces; the first has this many bytes. */
  readonly cutAt?: number | undefined
  /** PEM of authorities that are trusted besides the system's. */
  readonly ca: string | null
  readonly withinMs: number
  readonly signal: AbortSignal
}

export interface Transmitted {
  readonly status: number | null
  readonly response: SendDetail['response']
  readonly failure: Failure | null
  /** Milliseconds since it began. */
  readonly phases: Omit<SendPhases, 'lookupMs'>
}

/** Makes one request to a receiver and waits for its response. Never rejects. */
export async function transmit({ headers, body, cutAt, ...target }: Transmission): Promise<Transmitted> {
  const { response, failure, phases } = await dial({
    ...target,
    request: {
      method: 'POST',
      headers: headers.flat(),
      body,
      cutAt,
      keptBytes: storedResponseBytes,
      readBytes: mostResponseRead,
    },
  })
  return {
    status: response?.status ?? null,
    response: response && {
      statusText: response.statusText,
      headers: pairsOf(response.rawHeaders),
      bodyBase64: response.body.toString('base64'),
      bodyBytes: response.bodyBytes,
      isCut: response.bodyBytes > response.body.length,
    },
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
