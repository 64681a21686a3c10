import { createClient } from '#shared/rpc/client.ts'
import type { Transport } from '#shared/rpc/transport.ts'
import type { Clock, Log } from './ports.ts'

/** A second failure within this is no accident any more. */
const accidentMs = 60_000

/** The exit code of a program that cannot go on for a reason of its own (sysexits(3)). */
export const softwareFailed = 70

/**
 * What nobody caught may have left anything half done. Once, it is written down and the listener begins anew; soon after that the
 * process leaves, so that whoever started it can start a whole one: what was acknowledged is on the disk. Returns the end of it.
 */
export function surviveUncaught(options: {
  readonly core: Transport
  readonly log: Log
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly leave: (exitCode: number) => void
  readonly source?: Pick<NodeJS.EventEmitter, 'on' | 'off'>
}): () => void {
  const { core, log, clock, leave, source = process } = options
  let lastMs: number | null = null

  const caught = (error: unknown) => {
    const nowMs = clock.monotonicMs()
    const isAgain = lastMs !== null && nowMs - lastMs < accidentMs
    lastMs = nowMs
    log.error(
      isAgain ? 'Another failure that nobody caught: leaving.' : 'A failure that nobody caught.',
      error,
    )
    if (isAgain) leave(softwareFailed)
    else restartListener(core).catch((failed) => log.error('The listener did not begin anew.', failed))
  }
  source.on('uncaughtException', caught)
  source.on('unhandledRejection', caught)
  return () => {
    source.off('uncaughtException', caught)
    source.off('unhandledRejection', caught)
  }
}

/** One that the user has stopped stays so. */
async function restartListener(core: Transport): Promise<void> {
  const client = createClient(core)
  const { state } = await client.call('listener.status')
  if (state === 'stopped') return
  await client.call('listener.stop')
  await client.call('listener.start', {})
}
