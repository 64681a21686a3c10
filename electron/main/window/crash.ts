import type { RenderProcessGoneDetails } from 'electron'
import type { Log } from '#core/platform/ports.ts'
import type { Dialogs } from '../system/dialogs.ts'

interface CrashableContents {
  on(
    name: 'render-process-gone',
    listener: (event: unknown, details: Pick<RenderProcessGoneDetails, 'reason'>) => void,
  ): unknown
  reload(): void
  forcefullyCrashRenderer(): void
}

const repeatWindowMs = 10 * 60_000

/**
 * Reloads the page after its process crashed, without asking the first time. If the page soon crashes again, asks the user.
 * Deliveries are still received, because that doesn't depend on the page. `restart` ends the process of a hung page, which would
 * ignore a reload, and loads the page again.
 */
export function recoverFromCrashes(
  contents: CrashableContents,
  options: {
    readonly dialogs: Pick<Dialogs, 'showMessageBox'>
    readonly log: Pick<Log, 'error'>
    readonly monotonicMs: () => number
    readonly quit: () => void
  },
): { readonly restart: () => void } {
  const { dialogs, log, monotonicMs, quit } = options
  let lastMs = Number.NEGATIVE_INFINITY
  let isRestarting = false

  const ask = async () => {
    const { response } = await dialogs.showMessageBox({
      type: 'error',
      message: 'The window crashed again.',
      detail: 'Notehook still receives and stores deliveries. Reloading the window doesn’t affect them.',
      buttons: ['Reload', 'Quit'],
      defaultId: 0,
      cancelId: 0,
    })
    if (response === 1) quit()
    else contents.reload()
  }

  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    if (isRestarting) {
      isRestarting = false
      contents.reload()
      return
    }
    log.error(`The page's process ended: ${reason}.`)
    const nowMs = monotonicMs()
    const isRepeat = nowMs - lastMs < repeatWindowMs
    lastMs = nowMs
    if (isRepeat) ask().catch((error) => log.error('The crash dialog could not be shown.', error))
    else contents.reload()
  })

  return {
    restart() {
      isRestarting = true
      contents.forcefullyCrashRenderer()
    },
  }
}
