import type { Lookup } from '#core/platform/ports.ts'
import type { UrlVerdict, UrlWarning } from '#shared/endpoints/url.ts'
import { specialBlockOf } from './address-blocks.ts'
import { classifyEndpointUrl } from './classify.ts'
import { notPublic } from './refusal.ts'

const lookupMs = 2_000

/**
 * Classifies a URL and warns if its host name resolves to a special address on this computer. This is only a warning, because the
 * lookup may be misleading behind a VPN or split DNS, and the service resolves names itself. There is no warning if the lookup
 * takes more than 2 s or if `lookup` is `null`.
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

/** Looks up a host. Resolves to an empty list if the resolver fails, hangs or ignores its signal. */
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
