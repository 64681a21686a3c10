export interface Claim {
  readonly method: string
  readonly target: string
  /** Alternating names and values, as provided by Node. Node's joined view would hide duplicate headers. */
  readonly rawHeaders: readonly string[]
}

export type Rejection = 400 | 403 | 405

/** Headers that decide whether a request is handled. Duplicates are rejected, because two parsers could read them differently. */
const decidingHeaders = [
  'host',
  'origin',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
  'authorization',
  'content-type',
]

/**
 * Returns `null` if the request may be handled, and otherwise the status to reject it with. Loopback is not a security boundary:
 * any web page on this computer can reach this port, even under a host name that resolves to 127.0.0.1. The host and the origin
 * are therefore compared with `ownOrigin` as whole strings.
 */
export function rejectionOf(claim: Claim, ownOrigin: string): Rejection | null {
  const headers = readDecidingHeaders(claim.rawHeaders)
  if (headers === null) return 400

  const host = headers.get('host')
  if (host === undefined) return 400
  if (`http://${host}` !== ownOrigin) return 403

  if (!['GET', 'HEAD', 'POST'].includes(claim.method)) return 405
  const reads = claim.method !== 'POST'

  const origin = headers.get('origin')
  if (origin === undefined ? !reads : origin !== ownOrigin) return 403

  const site = headers.get('sec-fetch-site')
  if (site === undefined || site === 'same-origin') return null
  return reads && isPageNavigation(claim.target, headers) ? null : 403
}

/** Allows links from other sites to open the page, because the page can do nothing without a token. Rejects framing. */
function isPageNavigation(target: string, headers: ReadonlyMap<string, string>): boolean {
  return (
    target === '/' &&
    headers.get('sec-fetch-mode') === 'navigate' &&
    headers.get('sec-fetch-dest') === 'document'
  )
}

function readDecidingHeaders(rawHeaders: readonly string[]): ReadonlyMap<string, string> | null {
  const headers = new Map<string, string>()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    if (!decidingHeaders.includes(name)) continue
    if (headers.has(name)) return null
    headers.set(name, rawHeaders[index + 1] ?? '')
  }
  return headers
}
