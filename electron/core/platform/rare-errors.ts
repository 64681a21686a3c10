import type { Clock, Log } from './ports.ts'

const againAfterMs = 60_000

/** Logs each repeated error at most once per minute, for example while the database is missing. */
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
