import { type BrowserWindow, dialog } from 'electron'
import type { Log } from '../core/ports.ts'

/**
 * A page whose process ended is loaded again, once without a word. If it ends again within the same window, the person
 * decides: deliveries are received meanwhile, as that is not the page's work.
 */
export function surviveCrashes(window: BrowserWindow, log: Log, quit: () => void): void {
  let reloaded = false
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    log.error(`The process of the page ended: ${reason}.`)
    if (reloaded) void ask(window, quit)
    else window.webContents.reload()
    reloaded = true
  })
}

async function ask(window: BrowserWindow, quit: () => void): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'The window stopped working again.',
    detail: 'Deliveries are still received and kept. Loading the window again changes nothing of them.',
    buttons: ['Load it again', 'Quit'],
    defaultId: 0,
    cancelId: 0,
  })
  if (response === 1) quit()
  else window.webContents.reload()
}
