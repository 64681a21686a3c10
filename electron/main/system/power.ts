import type { App, PowerMonitor } from 'electron'
import type { Log } from '#core/platform/ports.ts'

/**
 * Reacts when the system sleeps, wakes or shuts down. Waking is reported at once, because a tunnel that seems to be open may be
 * dead. At shutdown, the app quits properly. On Windows, the window gets an event for this instead.
 */
export function followPower(options: {
  readonly powerMonitor: Pick<PowerMonitor, 'on'>
  readonly app: Pick<App, 'quit'>
  readonly log: Pick<Log, 'info'>
  readonly onResume: () => void
}): void {
  const { powerMonitor, app, log, onResume } = options
  powerMonitor.on('suspend', () => log.info('The computer goes to sleep.'))
  powerMonitor.on('resume', () => {
    log.info('The computer woke up.')
    onResume()
  })
  // The types lack the event parameter, which can delay the shutdown. Only Linux and macOS emit this event.
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    log.info('The system shuts down.')
    event?.preventDefault()
    app.quit()
  })
}
