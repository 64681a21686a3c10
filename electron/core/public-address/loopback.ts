import type { UrlVerdict } from '#shared/endpoints/url.ts'
import { classifyEndpointUrl } from './endpoint-url.ts'
import { authorityOf, whyTextIsRefused } from './raw-text.ts'
import type { Refusal } from './refusal.ts'
import { whyPortIsRefused } from './url-ports.ts'

/**
 * Returns whether the sandbox can deliver to this URL. It sends nothing outside this computer, so the URL must begin with the
 * inspector's public URL, or with http and one of three literal names for this computer.
 */
export function classifySandboxUrl(text: string, publicUrl: string | null): UrlVerdict {
  const url = URL.parse(text)
  if (publicUrl !== null && url?.origin === new URL(publicUrl).origin) return classifyEndpointUrl(text)
  const refusal = whyLoopbackIsRefused(text)
  const host = url?.hostname ?? null
  if (refusal) return { verdict: 'refused', ...refusal, warnings: [], host }
  return {
    verdict: 'allowed',
    code: 'loopback',
    sentence: 'A receiver on this computer.',
    warnings: [],
    host,
  }
}

function whyLoopbackIsRefused(text: string): Refusal | null {
  const asHttps = text.replace(/^http:/i, 'https:')
  const asTyped = whyTextIsRefused(asHttps)
  if (asTyped) return asTyped.code === 'not-https' ? outside : asTyped
  const authority = authorityOf(asHttps)
  const url = URL.parse(asHttps)
  if (!/^http:/i.test(text) || !loopbackHost.test(authority) || !url) return outside
  if (asHttps.includes('#')) return { code: 'fragment', sentence: 'Remove the # and everything after it.' }
  return whyPortIsRefused(authority, url.port)
}

const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d*)?$/i

const outside: Refusal = {
  code: 'outside-sandbox',
  sentence:
    'The sandbox sends only to this computer. Deliver to this inspector and add a receiver for your program, or use a URL such as http://127.0.0.1:4000/webhooks.',
}
