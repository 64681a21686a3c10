import { lookup, Resolver } from 'node:dns/promises'
import type { Lookup } from '#core/platform/ports.ts'

/**
 * All A and AAAA records from the given name servers, by default the system's. It skips the hosts file and search domains, since the
 * service does not see those either. Unlike `dns.lookup`, it can be canceled, and a slow name server does not block a thread.
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
 * As other programs of this computer resolve names, by the hosts file and search domains too. It cannot be canceled and uses one of
 * few threads, so that those who ask for the same name wait for one answer.
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
