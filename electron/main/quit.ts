import type { App } from 'electron'

/** A person who quits waits for no more than this, in milliseconds; what was acknowledged is on the disk anyway. */
const patienceMs = 1500

/** Lets the core end in order, once every window is closed, before the process does. */
export function closeBeforeQuit(app: Pick<App, 'on' | 'exit'>, close: () => Promise<void>): void {
  let closing = false
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (closing) return
    closing = true
    const patience = new Promise((resolve) => setTimeout(resolve, patienceMs))
    // `exit` and not `quit`, which would come through here again.
    void Promise.race([close(), patience]).then(
      () => app.exit(0),
      () => app.exit(1),
    )
  })
}
