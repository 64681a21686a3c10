import { setTimeout as sleepFor } from 'node:timers/promises'
import type { ReceiverStatuses } from '../receiver-status.ts'
import type { CheckHealth } from './health-check.ts'
import type { Live } from './live-receiver.ts'

const checkEveryMs = 15_000
const checkDownEveryMs = 5_000

export interface WatchOptions {
  readonly statuses: Pick<ReceiverStatuses, 'health'>
  readonly checkHealth: CheckHealth
  /** Whether the receiver's health is needed now. */
  readonly isWanted: (live: Live) => boolean
  /** Rejects when aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Checks regularly whether a live receiver accepts connections, more often while it is down. */
export async function watchHealth(live: Live, options: WatchOptions): Promise<void> {
  const { statuses, checkHealth, isWanted, sleep } = options
  while (!live.ending.signal.aborted) {
    if (isWanted(live)) await checkHealth(live.receiver, live.ending.signal)
    live.recheck = new AbortController()
    const ms = statuses.health(live.receiver.id).state === 'down' ? checkDownEveryMs : checkEveryMs
    await sleep(ms, AbortSignal.any([live.ending.signal, live.recheck.signal])).catch(() => {})
  }
}

/** Waits without keeping the process alive. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleepFor(ms, undefined, { signal, ref: false })
}
