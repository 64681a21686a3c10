import type { CustomScheme, Protocol } from 'electron'
import type { Bundle } from '#core/platform/files/built-page.ts'

export const pageOrigin = 'app://bundle'
export const pageUrl = `${pageOrigin}/`

/**
 * The page's scheme and its privileges. `standard` and `secure` make `app://bundle` an ordinary secure origin. `codeCache` lets
 * Chromium keep the page's compiled scripts on disk, as for https, so that the page starts faster. The files are named by their
 * content. No other privileges are granted: no bypass of the content security policy, no service workers, no cross-origin
 * requests.
 */
export const appScheme: CustomScheme = {
  scheme: 'app',
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
}

export function serveBundle(protocol: Pick<Protocol, 'handle'>, bundle: Bundle, policy: string): void {
  protocol.handle(appScheme.scheme, (request) => respond(bundle, policy, request))
}

/** Returns the bundle's file for the URL's path, which is not decoded, or a 404. */
export function respond(
  bundle: Bundle,
  policy: string,
  { method, url }: Pick<Request, 'method' | 'url'>,
): Response {
  if (method !== 'GET' && method !== 'HEAD') return emptyResponse(405, policy)
  const file = url.startsWith(pageUrl) ? bundle.get(pathOf(url)) : undefined
  if (!file) return emptyResponse(404, policy)
  return new Response(method === 'HEAD' ? null : file.body, {
    headers: {
      ...securityHeaders(policy),
      'Content-Type': file.type,
      'Cache-Control': file.immutable ? 'max-age=31536000, immutable' : 'no-store',
    },
  })
}

/** Returns the undecoded path of a URL on our origin, without its query and fragment. */
function pathOf(url: string): string {
  return url.slice(pageOrigin.length).replace(/[?#].*$/s, '')
}

function emptyResponse(status: number, policy: string): Response {
  return new Response(null, { status, headers: securityHeaders(policy) })
}

function securityHeaders(policy: string): Record<string, string> {
  return {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), clipboard-read=()',
  }
}
