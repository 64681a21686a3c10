import { createClient } from '#shared/rpc/client.ts'
import type { Transport } from '#shared/rpc/transport.ts'
import { visible } from '../log.ts'
import type { Clock, Log, SettingsStore } from '../ports.ts'
import { recordExit } from './start-hold.ts'

/** A second uncaught error within this time ends the process. */
const repeatWindowMs = 60_000

/** The exit code for an internal software error (sysexits(3)). */
export const softwareFailed = 70

/**
 * Handles uncaught errors, after which the process may be in an inconsistent state. The first error is logged and restarts the
 * listener. If a second one follows soon, the process exits, and the exit is counted for the next start. Acknowledged deliveries
 * are on disk and not lost. Returns a function that removes the handler.
 */
export function installCrashHandler(options: {
  readonly core: Transport
  readonly log: Log
  readonly settings: SettingsStore
  readonly redact: (text: string) => string
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly leave: (exitCode: number) => void
  readonly source?: Pick<NodeJS.EventEmitter, 'on' | 'off'>
}): () => void {
  const { core, log, settings, redact, clock, leave, source = process } = options
  const startedMs = clock.monotonicMs()
  let lastMs: number | null = null

  const onUncaught = (error: unknown) => {
    const nowMs = clock.monotonicMs()
    const isRepeat = lastMs !== null && nowMs - lastMs < repeatWindowMs
    lastMs = nowMs
    log.error(
      isRepeat ? 'Another uncaught error: exiting.' : 'Uncaught error: restarting the listener.',
      error,
    )
    if (isRepeat) {
      const message = visible(redact(error instanceof Error ? error.message : String(error))).slice(0, 300)
      recordExit(settings, log, { error: message, ageMs: nowMs - startedMs })
      leave(softwareFailed)
    } else restartListener(core).catch((failed) => log.error('The listener could not be restarted.', failed))
  }
  source.on('uncaughtException', onUncaught)
  source.on('unhandledRejection', onUncaught)
  return () => {
    source.off('uncaughtException', onUncaught)
    source.off('unhandledRejection', onUncaught)
  }
}

async function restartListener(core: Transport): Promise<void> {
  const client = createClient(core)
  const { state } = await client.call('listener.status')
  if (state === 'stopped') return
  await client.call('listener.stop')
  await client.call('listener.start', {})
}
