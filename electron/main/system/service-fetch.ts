import type { Session } from 'electron'
import type { Fetch } from '#core/platform/ports.ts'

/**
 * Requests to the service, using the system's proxies and certificates. They run in a separate session without a cache or cookies, so
 * that note content is never written to disk. A redirect is an error: the API key must not follow it.
 */
export function createServiceFetch(session: Pick<Session, 'fetch'>): Fetch {
  return (url, init) => session.fetch(url, { ...init, credentials: 'omit', redirect: 'error' })
}
