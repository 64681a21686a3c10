import type { Lookup } from '#core/platform/ports.ts'
import type { UrlVerdict, UrlWarning } from '#shared/endpoints/url.ts'
import { specialBlockOf } from './address-blocks.ts'
import { classifyEndpointUrl } from './classify.ts'
import { notPublic } from './refusal.ts'

const lookupMs = 2_000

/**
 * The verdict, and a warning when the name leads to a special address from here. That never refuses: behind a VPN or split
 * DNS it may be wrong, and the service resolves names itself. No answer within 2 s gives no warning, and neither does a missing
 * `lookup`.
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

/** A resolver that fails, hangs or ignores its signal is one without an answer. */
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
