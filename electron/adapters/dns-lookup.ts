import { Resolver } from 'node:dns/promises'
import type { Lookup } from '#core/platform/ports.ts'

/**
 * Every A and AAAA record, as name servers give them (those of this system unless told): no hosts file, no search domains, which
 * the service does not know either. Unlike the system's own call it can be cancelled, and a slow name server holds no thread.
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
