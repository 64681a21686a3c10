import type { Session } from 'electron'

/** Denies all downloads. Exports go through the host, which asks where to save them. */
export function denyDownloads(session: Pick<Session, 'on'>): void {
  session.on('will-download', (event) => event.preventDefault())
}
