import type { UrlVerdict } from '#shared/endpoints/url.ts'
import { specialBlockOf } from './address-blocks.ts'
import { whyNameIsRefused } from './host-names.ts'
import { authorityOf, whyTextIsRefused } from './raw-text.ts'
import { notPublic, type Refusal } from './refusal.ts'
import { whyPortIsRefused } from './url-ports.ts'
import { warningsOf } from './warnings.ts'

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
