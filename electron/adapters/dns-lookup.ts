import { lookup, Resolver } from 'node:dns/promises'
import type { Lookup } from '#core/platform/ports.ts'

/**
 * Looks up all A and AAAA records at the given name servers, or at the system's if none are given. Skips the hosts file and
 * search domains, because the service doesn't see those either. Unlike `dns.lookup`, it can be canceled, and a slow name server
 * doesn't block a thread.
 */
export function createDnsLookup(servers: readonly string[] = []): Lookup {
  return async (host, signal) => {
    if (signal.aborted) return []
    const resolver = new Resolver({ timeout: 1_500, tries: 1 })
    if (servers.length > 0) resolver.setServers(servers)
    signal.addEventListener('abort', () => resolver.cancel(), { once: true })
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }
}

/**
 * Resolves names as other programs on this computer do, using the hosts file and search domains. A lookup can't be canceled and
 * occupies one of only a few threads, so lookups of the same name share one.
 */
export function createSystemLookup(): Lookup {
  const underWay = new Map<string, Promise<readonly string[]>>()
  return (host) => {
    const known = underWay.get(host)
    if (known) return known
    const found = lookup(host, { all: true, verbatim: true })
      .then((answers) => answers.map(({ address }) => address))
      .finally(() => underWay.delete(host))
    underWay.set(host, found)
    return found
  }
}
