import type { Session } from 'electron'
import type { Fetch } from '#core/platform/ports.ts'

/**
 * Creates the `fetch` function for requests to the service, which uses the system's proxies and certificates. Its session has no
 * cache and no cookies, so that note content is never written to disk. Redirects are errors, because the API key must not be sent
 * to their target.
 */
export function createServiceFetch(session: Pick<Session, 'fetch'>): Fetch {
  return (url, init) => session.fetch(url, { ...init, credentials: 'omit', redirect: 'error' })
}
