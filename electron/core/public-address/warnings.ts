import type { UrlWarning } from '#shared/endpoints/url.ts'

export function warningsOf(url: URL, typedHost: string): UrlWarning[] {
  return [portWarning(url.port), hostWarning(url.hostname, typedHost), queryWarning(url.searchParams)].filter(
    (warning) => warning !== null,
  )
}

function portWarning(port: string): UrlWarning | null {
  if (port === '') return null
  return {
    code: 'other-port',
    sentence: `Make sure port ${port} is reachable from the internet.`,
  }
}

/** Warns if the host will be sent differently than it was typed. Ignores case, because host names are case-insensitive. */
function hostWarning(host: string, typedHost: string): UrlWarning | null {
  if (/(^|\.)xn--/.test(host)) {
    return {
      code: 'idn',
      sentence: `This international name is sent as ${host}. Check for look-alike letters.`,
    }
  }
  if (host === typedHost.toLowerCase()) return null
  return { code: 'host-normalised', sentence: `The service reads this host as ${host}.` }
}

function queryWarning(query: URLSearchParams): UrlWarning | null {
  const key = [...query.keys()].find(looksSecret)
  if (key === undefined) return null
  const named = /^[\w.-]{1,40}$/.test(key) ? `The parameter “${key}”` : 'A parameter'
  return {
    code: 'secret-in-query',
    sentence: `${named} looks like a secret. It’s visible to everyone who can list endpoints, and in logs.`,
  }
}

const secretWords: ReadonlySet<string> = new Set([
  ...['key', 'apikey', 'token', 'accesstoken', 'authtoken', 'secret', 'clientsecret', 'password', 'passwd'],
  ...['pwd', 'auth', 'authorization', 'credential', 'credentials', 'signature', 'sig', 'jwt', 'bearer'],
])

/**
 * Returns whether a parameter name looks like a secret: `api_key`, `accessToken` and `X-Auth` do, `keyword` and `author` do not.
 */
function looksSecret(key: string): boolean {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((word) => secretWords.has(word))
}
