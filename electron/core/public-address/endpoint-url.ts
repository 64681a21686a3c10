import type { Lookup } from '#core/platform/ports.ts'
import type { UrlVerdict, UrlWarning } from '#shared/endpoints/url.ts'
import { specialBlockOf } from './address-blocks.ts'
import { whyNameIsRefused } from './host-names.ts'
import { authorityOf, whyTextIsRefused } from './raw-text.ts'
import { notPublic, type Refusal } from './refusal.ts'
import { whyPortIsRefused } from './url-ports.ts'

/**
 * Returns whether the service could deliver to this URL (specification, section 4: *HTTPS, publicly reachable; addresses on
 * private networks are rejected*). The service itself makes the final decision. Makes no requests.
 */
export function classifyEndpointUrl(text: string): UrlVerdict {
  const asTyped = whyTextIsRefused(text)
  if (asTyped) return refused(asTyped, null)

  const authority = authorityOf(text)
  const url = URL.parse(text)
  if (!url) return refused(whyUnreadable(authority), null)

  const host = url.hostname
  const typedHost = authority.replace(/:\d*$/, '')
  const wrong =
    whyHostIsRefused(host, typedHost) ?? whyFragmentIsRefused(text) ?? whyPortIsRefused(authority, url.port)
  if (wrong) return refused(wrong, host)
  return {
    verdict: 'allowed',
    code: 'public',
    sentence: 'Valid public address.',
    warnings: warningsOf(url, typedHost),
    host,
  }
}

function refused({ code, sentence }: Refusal, host: string | null): UrlVerdict {
  return { verdict: 'refused', code, sentence, warnings: [], host }
}

/** Recognizes the two most common mistakes, because the URL parser gives no reason for an error. */
function whyUnreadable(authority: string): Refusal {
  const [, host = '', port = ''] = /^(.*?)(?::(\d*))?$/.exec(authority) ?? []
  if (Number(port) > 65_535) return { code: 'port-too-high', sentence: 'The highest port is 65535.' }
  if (/(^|\.)(\d+|0x[0-9a-f]*)\.?$/i.test(host)) {
    return {
      code: 'numeric-label',
      sentence: 'Not a valid host name or IPv4 address.',
    }
  }
  return {
    code: 'unreadable',
    sentence: 'This is no address. It should look like https://hooks.example.com/notes.',
  }
}

/**
 * Checks the parsed host. The URL parser has already converted decimal, octal, hexadecimal, short, percent-encoded and full-width
 * spellings of an IPv4 address to dotted form.
 */
function whyHostIsRefused(host: string, typedHost: string): Refusal | null {
  if (host.startsWith('[')) {
    const address = host.slice(1, -1)
    const block = specialBlockOf(address)
    return block && { code: 'special-ipv6', sentence: notPublic(address, block) }
  }
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) {
    const block = specialBlockOf(host)
    if (block) return { code: 'special-ipv4', sentence: notPublic(host, block) }
    if (host === typedHost) return null
    return { code: 'noncanonical', sentence: `Write the host as ${host}.` }
  }
  const wrong = whyNameIsRefused(host)
  if (wrong || !typedHost.includes('%')) return wrong
  return { code: 'percent-in-host', sentence: `Write the host as ${host}.` }
}

function whyFragmentIsRefused(text: string): Refusal | null {
  if (!text.includes('#')) return null
  return { code: 'fragment', sentence: 'Remove the # and everything after it.' }
}

function warningsOf(url: URL, typedHost: string): UrlWarning[] {
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

const lookupMs = 2_000

/**
 * Checks a URL, and warns if its host name resolves to a special address on this computer. It is only a warning because the
 * service's resolver may return another address. If the lookup takes more than 2 s, there is no warning.
 */
export async function checkEndpointUrl(text: string, lookup: Lookup | null): Promise<UrlVerdict> {
  const verdict = classifyEndpointUrl(text)
  const { host } = verdict
  if (verdict.verdict === 'refused' || host === null || isAddress(host) || !lookup) return verdict
  const warning = dnsWarning(await answersWithin(lookupMs, host, lookup))
  return warning ? { ...verdict, warnings: [...verdict.warnings, warning] } : verdict
}

function isAddress(host: string): boolean {
  return host.startsWith('[') || /^[\d.]+$/.test(host)
}

function dnsWarning(addresses: readonly string[]): UrlWarning | null {
  for (const address of addresses) {
    const block = specialBlockOf(address)
    if (!block) continue
    const sentence = `The service can’t reach this host. ${notPublic(address, block)}`
    return { code: 'dns-special', sentence }
  }
  return null
}

/** Looks up a host. Resolves to an empty list if that fails or takes too long. */
async function answersWithin(ms: number, host: string, lookup: Lookup): Promise<readonly string[]> {
  const late = new AbortController()
  const over = Promise.withResolvers<readonly string[]>()
  const timer = setTimeout(() => {
    late.abort()
    over.resolve([])
  }, ms)
  try {
    return await Promise.race([lookup(host, late.signal), over.promise])
  } catch {
    return []
  } finally {
    clearTimeout(timer)
  }
}
