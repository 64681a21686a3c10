import type { Clock, Log } from '../ports.ts'

const everyMs = 250
/** Delays above this are logged. The service waits 15 s for a response (specification, section 8). */
const warnAfterMs = 500

/** Logs when the event loop was blocked or the computer was asleep. Returns a function that stops monitoring. */
export function monitorEventLoop(clock: Pick<Clock, 'monotonicMs'>, log: Log): () => void {
  let lastMs = clock.monotonicMs()
  const timer = setInterval(() => {
    const nowMs = clock.monotonicMs()
    const lateMs = Math.round(nowMs - lastMs - everyMs)
    lastMs = nowMs
    if (lateMs > warnAfterMs) log.warn('The event loop was blocked.', { lateMs })
  }, everyMs).unref()
  return () => clearInterval(timer)
}
