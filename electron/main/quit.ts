import type { App, BrowserWindow, WebContents } from 'electron'
import type { Log } from '#core/platform/ports.ts'
import type { Dialogs } from './system/dialogs.ts'

/**
 * Time limit for closing, in which a temporary endpoint is deleted. The window is closed by then, so the user doesn't have to
 * wait. Acknowledged deliveries are already on disk.
 */
const closeTimeoutMs = 6_000

/**
 * Closes the core after the last window was closed and before the process exits. Returns a function that exits without asking any
 * window.
 */
export function closeBeforeQuit(
  app: Pick<App, 'on' | 'exit'>,
  close: () => Promise<void>,
): (exitCode: number) => void {
  let closing = false
  const closeAndExit = (exitCode: number) => {
    if (closing) return
    closing = true
    const timeout = new Promise((resolve) => setTimeout(resolve, closeTimeoutMs))
    // Calls `exit`, because `quit` would emit `will-quit` again.
    void Promise.race([close(), timeout]).then(
      () => app.exit(exitCode),
      () => app.exit(exitCode || 1),
    )
  }
  app.on('will-quit', (event) => {
    event.preventDefault()
    closeAndExit(0)
  })
  return closeAndExit
}

/**
 * Asks before the window closes while the page shows unsaved data, such as a signing secret. A reload doesn't ask, because the
 * host still has the secret.
 */
export function askBeforeUnload(
  window: Pick<BrowserWindow, 'isDestroyed'> & {
    on(name: 'close', listener: (event: { readonly defaultPrevented: boolean }) => void): unknown
    readonly webContents: Pick<WebContents, 'on'>
  },
  options: {
    readonly dialogs: Pick<Dialogs, 'showMessageBox'>
    readonly log: Pick<Log, 'error'>
    /** Repeats what the user did: closing the window or quitting. */
    readonly leave: () => void
    readonly onStay: () => void
  },
): void {
  const { dialogs, log, leave, onStay } = options
  let state: 'open' | 'closing' | 'asking' | 'leaving' = 'open'

  const ask = async () => {
    const { response } = await dialogs.showMessageBox({
      type: 'warning',
      message: 'The signing secret on screen isn’t saved.',
      detail: 'It’s lost when Notehook quits, and the service never shows it again. Copy it first.',
      buttons: ['Go back', 'Leave anyway'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    })
    return response === 1
  }

  window.on('close', (event) => {
    if (state === 'open' && !event.defaultPrevented) state = 'closing'
  })
  window.webContents.on('will-prevent-unload', (event) => {
    if (state === 'open' || state === 'leaving') return event.preventDefault()
    if (state === 'asking') return
    state = 'asking'
    ask()
      .catch((error) => {
        log.error('The question before closing could not be shown.', error)
        return false
      })
      .then((leaves) => {
        if (window.isDestroyed()) return
        state = leaves ? 'leaving' : 'open'
        if (leaves) leave()
        else onStay()
      })
  })
}
