import type { App } from 'electron'

/**
 * The window is gone by then, so nobody waits for this, in milliseconds: an endpoint that was made for a while is deleted
 * meanwhile. What was acknowledged is on the disk anyway.
 */
const patienceMs = 6_000

/**
 * Lets the core end in order, once every window is closed, before the process does. Returns how to leave at once, asking no
 * window.
 */
export function closeBeforeQuit(
  app: Pick<App, 'on' | 'exit'>,
  close: () => Promise<void>,
): (exitCode: number) => void {
  let closing = false
  const leave = (exitCode: number) => {
    if (closing) return
    closing = true
    const patience = new Promise((resolve) => setTimeout(resolve, patienceMs))
    // `exit` and not `quit`, which would come through here again.
    void Promise.race([close(), patience]).then(
      () => app.exit(exitCode),
      () => app.exit(exitCode || 1),
    )
  }
  app.on('will-quit', (event) => {
    event.preventDefault()
    leave(0)
  })
  return leave
}
