import { Resolver } from 'node:dns/promises'
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
