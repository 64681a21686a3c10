import type { IncomingHttpHeaders } from 'node:http'
import type { ProbeFault, ProbeResult } from '#shared/tunnel/model.ts'

export interface ProbeAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Returns the fault that an unexpected response indicates. `arrived` means that the listener received the probe. */
export function faultOf({ status, headers, body }: ProbeAnswer, arrived: boolean): ProbeResult {
  if (arrived) {
    return fault(
      'altered',
      `The probe arrived, but its response was changed on the way (${status}). Check your proxy.`,
    )
  }
  if (status >= 300 && status < 400) {
    return fault(
      'redirect',
      `The address redirects to ${hostOf(headers.location)}, but the service doesn’t follow redirects. Use the final address.`,
    )
  }
  const code = /\bERR_NGROK_\d+\b/.exec(headers['ngrok-error-code']?.toString() ?? body)?.[0]
  if (code === 'ERR_NGROK_6024') {
    return fault('interstitial', 'ngrok shows its warning page at this address.')
  }
  if (code) return fault('gateway', `ngrok reports a tunnel error (${code}).`)
  if (gatewayStatus.has(status)) {
    return fault('gateway', `The public address responds ${status}: it can’t reach this computer.`)
  }
  if (status === 401 || status === 407) {
    return fault(
      'interstitial',
      `The public address asks for a password (${status}). Turn off authentication.`,
    )
  }
  if (status === 429) return fault('gateway', 'The public address is rate limited (429).')
  const title = titleOf(headers, body)
  if (title !== null) {
    const named = title === '' ? '' : `, “${title}”`
    return fault('interstitial', `A web page${named} responded instead of the listener.`)
  }
  return fault('wrong-target', `Another server responds (${status}). Point the address to this listener.`)
}

export function faultOfFailure(code: string, host: string): ProbeResult {
  if (code === 'ENOTFOUND') return fault('no-name', `DNS lookup failed for ${host}.`)
  if (offline.has(code)) {
    return fault('no-connection', `Couldn’t reach ${host}. Check this computer’s network connection.`)
  }
  const certificate = certificateFaults.get(code)
  if (certificate) return fault('tls', `The certificate is invalid: ${certificate}.`)
  if (code === 'EPROTO' || code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) {
    return fault('tls', `No https connection to ${host} could be made.`)
  }
  if (code === 'ECONNREFUSED') return fault('no-connection', `${host} refused the connection.`)
  if (code === 'ECONNRESET' || code === 'EPIPE') {
    return fault('no-connection', `${host} closed the connection without a response.`)
  }
  return fault('no-connection', `Couldn’t connect to ${host}${code ? ` (${code})` : ''}.`)
}

export function fault(name: ProbeFault, sentence: string): ProbeResult {
  return { reached: false, fault: name, sentence }
}

/** Error codes of a computer without a network, a name server or a route. */
const offline = new Set(['EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'])

/** Statuses that gateways send if they can't reach a server. 52x and 530 are Cloudflare's. */
const gatewayStatus = new Set([502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 530])

const certificateFaults: ReadonlyMap<string, string> = new Map(
  Object.entries({
    CERT_HAS_EXPIRED: 'it has expired',
    CERT_NOT_YET_VALID: 'it is not valid yet',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
    SELF_SIGNED_CERT_IN_CHAIN: 'its chain contains a self-signed certificate',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its chain is incomplete',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its chain is incomplete, or its issuer is unknown',
    ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another host name',
  }),
)

function hostOf(location: string | undefined): string {
  return URL.parse(location ?? '')?.host || 'another address'
}

/** Returns the title of an HTML page as at most 80 characters of plain text, or `null`. */
function titleOf(headers: IncomingHttpHeaders, body: string): string | null {
  if (!/\bhtml\b/i.test(headers['content-type'] ?? '') && !/^\s*<(!doctype html|html)\b/i.test(body))
    return null
  const title = /<title[^>]*>([^<]*)/i.exec(body)?.[1] ?? ''
  return title
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, 80)
}
