import type { Session } from 'electron'

/** The page keeps no file by itself: what it exports goes through the host, which asks where. */
export function denyDownloads(session: Pick<Session, 'on'>): void {
  session.on('will-download', (event) => event.preventDefault())
}
