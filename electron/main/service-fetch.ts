import type { Session } from 'electron'
import type { Fetch } from '#core/platform/ports.ts'

/**
 * Requests to the service, through the system's proxies and certificates. They have a session of their own, without a cache
 * and without cookies, so that nothing of a note is written to a disk. A redirect is an error: the key must not follow it.
 */
export function createServiceFetch(session: Pick<Session, 'fetch'>): Fetch {
  return (url, init) => session.fetch(url, { ...init, credentials: 'omit', redirect: 'error' })
}
