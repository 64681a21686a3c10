import { z } from 'zod'
import { createEmitter } from '../emitter.ts'
import type { Log, SettingsStore } from '../ports.ts'

/** An exit this soon after the start is counted, because the tunnel or forwarding may have caused it. */
const soonMs = 60_000
const mostExits = 2

/**
 * Keeps the tunnel closed and forwarding off after the app has exited several times soon after its start. Ends when the user
 * tries again.
 */
export type StartHold = ReturnType<typeof createStartHold>

const EarlyExits = z.object({ count: z.number(), error: z.string() }).catch({ count: 0, error: '' })
type EarlyExits = z.infer<typeof EarlyExits>

const read = (settings: SettingsStore): EarlyExits => EarlyExits.parse(settings.read().earlyExits)

function write(settings: SettingsStore, log: Pick<Log, 'error'>, earlyExits: EarlyExits | undefined): void {
  try {
    settings.write({ earlyExits })
  } catch (error) {
    log.error('Exits soon after a start could not be counted.', error)
  }
}

/** Counts an exit caused by an uncaught error. `error` must not contain a secret. */
export function recordExit(
  settings: SettingsStore,
  log: Pick<Log, 'error'>,
  { error, ageMs }: { readonly error: string; readonly ageMs: number },
): void {
  if (ageMs < soonMs) write(settings, log, { count: read(settings).count + 1, error })
}

export function createStartHold(settings: SettingsStore, log: Pick<Log, 'error'>) {
  const { count, error } = read(settings)
  const released = createEmitter<void>()
  let reason = count < mostExits ? null : error
  let timer: NodeJS.Timeout | undefined
  const forget = () => write(settings, log, undefined)
  return {
    reason: (): string | null => reason,
    release() {
      if (reason === null) return
      reason = null
      forget()
      released.fire()
    },
    onDidRelease: released.event,
    start() {
      if (count > 0 && reason === null) timer = setTimeout(forget, soonMs).unref()
    },
    close: () => clearTimeout(timer),
  }
}
