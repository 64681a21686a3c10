import type { Redactor } from '#core/platform/redact.ts'
import type { Transmitted } from '#core/receivers/send/transmit.ts'
import { printable } from '#shared/checks/reports/printable.ts'
import type { CheckAnswer } from './suite/ports.ts'
import type { CheckRequest, Header } from './suite/sample-deliveries.ts'

const mostText = 4096

/** Converts the outcome of a request to its result. Redacts secrets and removes control characters. */
export function answerOf(
  { status, response, failure, phases, repeatsSecret }: Transmitted,
  { redact }: Pick<Redactor, 'redact'>,
): CheckAnswer {
  const clean = (text: string) => printable(redact(text))
  // Redacts before truncating, because a part of a secret would not be recognized.
  const body = Buffer.from(response?.bodyBase64 ?? '', 'base64').toString('utf8')
  const location = response?.headers.find(([name]) => name.toLowerCase() === 'location')?.[1]
  return {
    status,
    ms: phases.totalMs,
    location: location === undefined ? null : clean(location),
    text: clean(body).slice(0, mostText),
    revealsSecret: repeatsSecret,
    problem: failure && { kind: kindOf(failure.code, phases.connectMs), sentence: clean(failure.sentence) },
  }
}

/**
 * Returns all headers of a request, including connection headers. The header `notehook-sent` makes Notehook's own listener reject
 * the request.
 */
export function headersOf(
  host: string,
  { headers, body }: CheckRequest,
  own: readonly Header[] = [],
): readonly Header[] {
  const replaced = new Set(own.map(([name]) => name.toLowerCase()))
  return [
    ...(replaced.has('host') ? [] : [['Host', host] as const]),
    ...headers.filter(([name]) => !replaced.has(name.toLowerCase())),
    ...own,
    ['notehook-sent', 'check'],
    ['Content-Length', String(body.length)],
    ['Connection', 'close'],
  ]
}

function kindOf(code: string, connectMs: number | null): NonNullable<CheckAnswer['problem']>['kind'] {
  if (code === 'stopped') return 'stopped'
  if (code === 'timeout' || code === 'too-slow') return connectMs === null ? 'unconnected' : 'late'
  if (['no-connection', 'no-name', 'address', 'approval'].includes(code)) return 'unconnected'
  if (code === 'tls') return 'unconnected'
  return code === 'malformed' ? 'malformed' : 'closed'
}
