/** What a request says of where it comes from, as it came over the socket. */
export interface Claim {
  readonly method: string
  /** The request target, byte for byte. */
  readonly target: string
  /** Names and values in turn, as Node gives them: the joined view hides a second copy. */
  readonly rawHeaders: readonly string[]
}

export type Refusal = 400 | 403 | 405

/** Two copies of a header that decides are an attempt to be read in two ways. */
const deciding = [
  'host',
  'origin',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
  'authorization',
  'content-type',
]

/**
 * Whether a request may be looked at at all: `null`, or the status that it is refused with. Loopback is no boundary: a page
 * of any site in any browser here can reach this port, also under a name that it lets point to 127.0.0.1. So both the name
 * and the asking page must be exactly ours, compared as whole strings.
 */
export function refusal(claim: Claim, ownOrigin: string): Refusal | null {
  const headers = readDeciding(claim.rawHeaders)
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
  return reads && opensThePage(claim.target, headers) ? null : 403
}

/** A link from anywhere may open the page itself: without a token it is inert. In a frame it may not. */
function opensThePage(target: string, headers: ReadonlyMap<string, string>): boolean {
  return (
    target === '/' &&
    headers.get('sec-fetch-mode') === 'navigate' &&
    headers.get('sec-fetch-dest') === 'document'
  )
}

function readDeciding(rawHeaders: readonly string[]): ReadonlyMap<string, string> | null {
  const headers = new Map<string, string>()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase()
    if (!deciding.includes(name)) continue
    if (headers.has(name)) return null
    headers.set(name, rawHeaders[at + 1] ?? '')
  }
  return headers
}
