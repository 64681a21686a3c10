/**
 * The content security policy of the page, the same in both hosts. `styleHashes` are those of the styles that a library
 * writes into the page itself, as `sha256-…`; the build of the page computes them and leaves them in `csp.json`.
 */
export function contentSecurityPolicy(styleHashes: readonly string[]): string {
  const styles = ["'self'", ...styleHashes.map((hash) => `'${hash}'`)].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "frame-src 'none'",
    "object-src 'none'",
    "worker-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')
}
