import type { Session } from 'electron'

export function denyDownloads(session: Pick<Session, 'on'>): void {
  session.on('will-download', (event) => event.preventDefault())
}
