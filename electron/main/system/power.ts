import type { App, PowerMonitor } from 'electron'
import type { Log } from '#core/platform/ports.ts'

/**
 * Follows what the system says of sleep and shutdown. Resuming is passed on at once, because a tunnel that looks alive may then be
 * dead. A shutdown closes the app in order, as quitting does; Windows tells the window of it instead.
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
  // Typed without its event, which asks the system to wait for us. Only Linux and macOS emit it.
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    log.info('The system shuts down.')
    event?.preventDefault()
    app.quit()
  })
}
