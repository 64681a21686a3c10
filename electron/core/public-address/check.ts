import type { Lookup } from '#core/platform/ports.ts'
import type { UrlVerdict, UrlWarning } from '#shared/endpoints/url.ts'
import { specialBlockOf } from './address-blocks.ts'
import { classifyEndpointUrl } from './classify.ts'
import { notPublic } from './refusal.ts'

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
