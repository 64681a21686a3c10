import type { RenderProcessGoneDetails } from 'electron'
import type { Log } from '#core/platform/ports.ts'
import type { Dialogs } from './dialogs.ts'

/** The contents of a window, as far as they can crash. */
interface Crashing {
  on(
    name: 'render-process-gone',
    listener: (event: unknown, details: Pick<RenderProcessGoneDetails, 'reason'>) => void,
  ): unknown
  reload(): void
}

/** Two crashes so close are one defect; farther apart they have nothing to do with each other. */
const togetherMs = 10 * 60_000

/**
 * A page whose process ended is loaded again, once without a word. If it ends again soon, the person decides: deliveries are
 * received meanwhile, as that is not the page's work.
 */
export function surviveCrashes(
  contents: Crashing,
  options: {
    readonly dialogs: Pick<Dialogs, 'showMessageBox'>
    readonly log: Pick<Log, 'error'>
    readonly monotonicMs: () => number
    readonly quit: () => void
  },
): void {
  const { dialogs, log, monotonicMs, quit } = options
  let lastMs = Number.NEGATIVE_INFINITY

  const ask = async () => {
    const { response } = await dialogs.showMessageBox({
      type: 'error',
      message: 'The window stopped working again.',
      detail: 'Deliveries are still received and kept. Loading the window again changes nothing of them.',
      buttons: ['Load it again', 'Quit'],
      defaultId: 0,
      cancelId: 0,
    })
    if (response === 1) quit()
    else contents.reload()
  }

  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    log.error(`The process of the page ended: ${reason}.`)
    const nowMs = monotonicMs()
    const isAgain = nowMs - lastMs < togetherMs
    lastMs = nowMs
    if (isAgain) ask().catch((error) => log.error('The question after a crash could not be asked.', error))
    else contents.reload()
  })
}
