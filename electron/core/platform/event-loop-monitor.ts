import type { Clock, Log } from './ports.ts'

const everyMs = 250
/** The service waits 15 s for an answer (specification, section 8); this is noticed long before. */
const worthSayingMs = 500

/** Writes down when nothing could be answered, because work took the process or the computer slept. Returns the end of it. */
export function monitorEventLoop(clock: Pick<Clock, 'monotonicMs'>, log: Log): () => void {
  let lastMs = clock.monotonicMs()
  const timer = setInterval(() => {
    const nowMs = clock.monotonicMs()
    const lateMs = Math.round(nowMs - lastMs - everyMs)
    lastMs = nowMs
    if (lateMs > worthSayingMs) log.warn('Nothing was answered for a while.', { lateMs })
  }, everyMs).unref()
  return () => clearInterval(timer)
}
