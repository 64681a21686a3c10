import type { CustomScheme, Protocol } from 'electron'
import type { Bundle } from '#core/platform/bundle.ts'

/** The one origin of the page. */
export const pageOrigin = 'app://bundle'
export const pageUrl = `${pageOrigin}/`

/**
 * `standard` and `secure` make `app://bundle` an ordinary secure origin. Nothing more: no way around the policy, no service
 * workers, no requests from other origins.
 */
export const appScheme: CustomScheme = {
  scheme: 'app',
  privileges: { standard: true, secure: true, supportFetchAPI: true },
}

/** Answers `app://bundle/…` from the files that were read at start. */
export function serveBundle(protocol: Pick<Protocol, 'handle'>, bundle: Bundle, policy: string): void {
  protocol.handle(appScheme.scheme, (request) => answer(bundle, policy, request))
}

/** A path is looked up whole, as it was sent: what is not a key of the bundle does not exist. */
export function answer(
  bundle: Bundle,
  policy: string,
  { method, url }: Pick<Request, 'method' | 'url'>,
): Response {
  if (method !== 'GET' && method !== 'HEAD') return refuse(405, policy)
  const file = url.startsWith(pageUrl) ? bundle.get(pathOf(url)) : undefined
  if (!file) return refuse(404, policy)
  return new Response(method === 'HEAD' ? null : file.body, {
    headers: {
      ...protective(policy),
      'Content-Type': file.type,
      'Cache-Control': file.immutable ? 'max-age=31536000, immutable' : 'no-store',
    },
  })
}

/** The path of an address on our origin, undecoded; its query and fragment name no file. */
function pathOf(url: string): string {
  return url.slice(pageOrigin.length).replace(/[?#].*$/s, '')
}

function refuse(status: number, policy: string): Response {
  return new Response(null, { status, headers: protective(policy) })
}

function protective(policy: string): Record<string, string> {
  return {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), clipboard-read=()',
  }
}
