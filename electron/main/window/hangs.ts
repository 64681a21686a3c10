import type { App, BrowserWindow } from 'electron'
import type { Log } from '#core/platform/ports.ts'
import type { Dialogs } from '../system/dialogs.ts'

/**
 * Offers to reload a page that doesn't respond. Deliveries are still received, because that doesn't depend on the page. Closes
 * the dialog if the page responds again.
 */
export function watchForHangs(
  window: BrowserWindow,
  {
    dialogs,
    log,
    restart,
  }: {
    readonly dialogs: Pick<Dialogs, 'showMessageBox'>
    readonly log: Log
    readonly restart: () => void
  },
): void {
  let asking: AbortController | null = null

  const ask = async (signal: AbortSignal) => {
    const { response } = await dialogs.showMessageBox({
      type: 'warning',
      message: 'The window is not responding.',
      detail: 'Notehook still receives and stores deliveries. Wait, or reload the window.',
      buttons: ['Wait', 'Reload'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal,
    })
    if (response === 1 && !signal.aborted && !window.isDestroyed()) restart()
  }

  window.on('unresponsive', () => {
    if (asking) return
    log.warn('The page does not respond.')
    asking = new AbortController()
    ask(asking.signal)
      .catch((error) => log.error('The question about the page that hangs could not be shown.', error))
      .finally(() => {
        asking = null
      })
  })
  window.on('responsive', () => {
    log.info('The page responds again.')
    asking?.abort()
  })
}

export function logProcessEnds(app: Pick<App, 'on'>, log: Pick<Log, 'warn'>): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode, name, serviceName }) => {
    if (reason === 'clean-exit') return
    log.warn('A process of Chromium ended.', { type, reason, exitCode, name: name ?? serviceName ?? '' })
  })
}
