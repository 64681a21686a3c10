import type { IncomingHttpHeaders } from 'node:http'
import type { ProbeFault, ProbeResult } from '#shared/tunnel/model.ts'

/** The first part of what came back for a probe. */
export interface ProbeAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** The fault that a foreign response indicates. `arrived`: the probe did reach the listener. */
export function faultOf({ status, headers, body }: ProbeAnswer, arrived: boolean): ProbeResult {
  if (arrived) {
    return fault(
      'altered',
      `The probe arrived, but what came back was not our answer (${status}): something on the way changes answers.`,
    )
  }
  if (status >= 300 && status < 400) {
    return fault(
      'redirect',
      `It redirects to ${hostOf(headers.location)}. The service follows no redirects, so nothing would arrive.`,
    )
  }
  const code = /\bERR_NGROK_\d+\b/.exec(headers['ngrok-error-code']?.toString() ?? body)?.[0]
  if (code === 'ERR_NGROK_6024') {
    return fault('interstitial', 'ngrok shows its warning page in front of this address.')
  }
  if (code) return fault('gateway', `ngrok answers that the tunnel does not work (${code}).`)
  if (gatewayStatus.has(status)) {
    return fault(
      'gateway',
      `The public side answers ${status}: it is there, but does not reach this machine.`,
    )
  }
  if (status === 401 || status === 407) {
    return fault(
      'interstitial',
      `The public side asks for a password (${status}), which the service does not have.`,
    )
  }
  if (status === 429) return fault('gateway', 'The public side answers 429: too many requests.')
  const title = titleOf(headers, body)
  if (title !== null) {
    const named = title === '' ? '' : `, “${title}”`
    return fault(
      'interstitial',
      `A page for people came back${named}, instead of the answer of this listener.`,
    )
  }
  return fault(
    'wrong-target',
    `Something else answers there (${status}): the address does not lead to this listener.`,
  )
}

/** The fault that a failed request indicates. */
export function faultOfFailure(error: unknown): ProbeResult {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return fault('no-name', 'No name server knows this name.')
  }
  const certificate = certificateFaults.get(code)
  if (certificate)
    return fault('tls', `The certificate is refused: ${certificate}. The service would refuse it too.`)
  if (code === 'EPROTO' || code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) {
    return fault('tls', 'There is no proper https there: the secure connection could not be made.')
  }
  if (code === 'ECONNREFUSED') return fault('no-connection', 'Nothing listens at this address.')
  if (code === 'ECONNRESET' || code === 'EPIPE') {
    return fault('no-connection', 'The connection was closed before there was an answer.')
  }
  return fault('no-connection', `No connection could be made${code ? ` (${code})` : ''}.`)
}

export function fault(name: ProbeFault, sentence: string): ProbeResult {
  return { reached: false, fault: name, sentence }
}

/** 52x and 530 come from Cloudflare's edge; the others from any gateway. */
const gatewayStatus = new Set([502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 530])

const certificateFaults: ReadonlyMap<string, string> = new Map(
  Object.entries({
    CERT_HAS_EXPIRED: 'it has expired',
    CERT_NOT_YET_VALID: 'it is not valid yet',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'it is signed by itself',
    SELF_SIGNED_CERT_IN_CHAIN: 'one in its chain is signed by itself',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its chain is incomplete',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its chain is incomplete, or its issuer is unknown',
    ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
  }),
)

function hostOf(location: string | undefined): string {
  return URL.parse(location ?? '')?.host || 'another address'
}

/** `null` if it is not a web page. Only a short title of a foreign page is shown, as plain text. */
function titleOf(headers: IncomingHttpHeaders, body: string): string | null {
  if (!/\bhtml\b/i.test(headers['content-type'] ?? '') && !/^\s*<(!doctype html|html)\b/i.test(body))
    return null
  const title = /<title[^>]*>([^<]*)/i.exec(body)?.[1] ?? ''
  return title
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, 80)
}
