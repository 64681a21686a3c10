import type { UrlVerdict } from '#shared/endpoints/url.ts'
import { classifyEndpointUrl } from './endpoint-url.ts'
import { authorityOf, whyTextIsRefused } from './raw-text.ts'
import type { Refusal } from './refusal.ts'
import { whyPortIsRefused } from './url-ports.ts'

/**
 * Returns whether the sandbox service can deliver to this URL. It accepts every URL that the real service does, and http URLs
 * with one of three literal names for this computer.
 */
export function classifySandboxUrl(text: string): UrlVerdict {
  if (!/^http:\/\//i.test(text)) return classifyEndpointUrl(text)
  const refusal = whyLoopbackIsRefused(`https${text.slice('http'.length)}`)
  const host = URL.parse(text)?.hostname ?? null
  if (refusal) return { verdict: 'refused', ...refusal, warnings: [], host }
  return {
    verdict: 'allowed',
    code: 'loopback',
    sentence: 'A receiver on this computer.',
    warnings: [],
    host,
  }
}

/** Returns why a loopback URL is refused, or `null`. `asHttps` is the same URL with https. */
function whyLoopbackIsRefused(asHttps: string): Refusal | null {
  const asTyped = whyTextIsRefused(asHttps)
  if (asTyped) return asTyped
  const authority = authorityOf(asHttps)
  const url = URL.parse(asHttps)
  if (!loopbackHost.test(authority) || !url) return elsewhere
  if (asHttps.includes('#')) return { code: 'fragment', sentence: 'Remove the # and everything after it.' }
  return whyPortIsRefused(authority, url.port)
}

const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d*)?$/i

const elsewhere: Refusal = {
  code: 'not-https',
  sentence:
    'Use http:// only for this computer, such as http://127.0.0.1:4000/webhooks or http://localhost:4000. Elsewhere, begin with https://.',
}
