/**
 * Returns the headers of every response, including errors. Never adds `Access-Control-*`, because no other origin may use this
 * server.
 */
export function securityHeaders(contentSecurityPolicy: string): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': contentSecurityPolicy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), clipboard-read=()',
  }
}
