import type { Clock, Log } from './ports.ts'

const againAfterMs = 60_000

/** Logs an error that keeps occurring, such as a missing database, at most once per minute. */
export function createRareErrors(clock: Pick<Clock, 'now'>, log: Pick<Log, 'error'>) {
  const loggedMs = new Map<string, number>()
  return (message: string, error: unknown): void => {
    const key = `${message} ${String(error)}`
    const now = clock.now().getTime()
    if (Math.abs(now - (loggedMs.get(key) ?? Number.NEGATIVE_INFINITY)) < againAfterMs) return
    loggedMs.set(key, now)
    log.error(message, error)
  }
}
