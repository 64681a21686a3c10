import type { App } from 'electron'

/**
 * How long quitting may take, to delete a temporary endpoint. The window is closed by then, so the user does not wait for it.
 * Acknowledged deliveries are already on disk.
 */
const closeTimeoutMs = 6_000

/** Closes the core in order after the last window has closed and before the process exits. Returns a function that exits without asking any window. */
export function closeBeforeQuit(
  app: Pick<App, 'on' | 'exit'>,
  close: () => Promise<void>,
): (exitCode: number) => void {
  let closing = false
  const closeAndExit = (exitCode: number) => {
    if (closing) return
    closing = true
    const timeout = new Promise((resolve) => setTimeout(resolve, closeTimeoutMs))
    // `exit`, because `quit` would emit `will-quit` again.
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
