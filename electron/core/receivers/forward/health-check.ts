import { dial } from '#core/platform/dial.ts'
import type { AddressKind } from '#shared/receivers/model.ts'
import { whyNotInSandbox } from '../address/approval.ts'
import type { ResolveReceiver } from '../address/resolve-receiver.ts'
import type { ReceiverHealths } from '../receiver-status.ts'
import type { StoredReceiver } from '../receiver-store.ts'
import { failureOf } from '../send/failure.ts'
import type { Live } from './live-receiver.ts'

export interface HealthCheckOptions {
  readonly resolve: ResolveReceiver
  readonly healths: Pick<ReceiverHealths, 'set'>
}

/**
 * Checks whether a receiver accepts a connection, and resolves to the kind of its address, if that is known. Never connects to an
 * address that the user has not approved.
 */
export type CheckHealth = (receiver: StoredReceiver, signal: AbortSignal) => Promise<AddressKind | null>

const withinMs = 5_000

export function createHealthCheck({ resolve, healths }: HealthCheckOptions): CheckHealth {
  return async (receiver, signal) => {
    const { id, url, approved, workspaceId } = receiver
    const isDown = (problem: string): null => {
      healths.set(id, { state: 'down', connectMs: null, problem })
      return null
    }
    const late = AbortSignal.timeout(withinMs)
    const where = await resolve(url, AbortSignal.any([signal, late])).catch(() => null)
    if (signal.aborted) return null
    if (where === null) return isDown('The name server didn’t respond in time.')
    if (!where.ok) return isDown(where.sentence)
    const isApproved =
      where.kind === 'loopback' || (approved?.host === where.host && approved.kind === where.kind)
    if (!isApproved || whyNotInSandbox(workspaceId, where) !== null) return where.kind
    const { url: target, addresses } = where
    const { failure, phases } = await dial({ url: target, addresses, withinMs, signal })
    if (signal.aborted) return null
    if (failure) isDown(failureOf(failure, { url: target, addresses, withinMs }).sentence)
    else healths.set(id, { state: 'up', connectMs: phases.connectMs, problem: null })
    return where.kind
  }
}

const checkEveryMs = 15_000
const checkDownEveryMs = 5_000
/** A program on this computer is probably being started, and its developer waits for the first request. */
const checkDownLoopbackEveryMs = 1_000

interface WatchOptions {
  readonly healths: Pick<ReceiverHealths, 'of'>
  readonly checkHealth: CheckHealth
  readonly isWanted: (live: Live) => boolean
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Checks regularly whether a live receiver accepts connections, more often while it is down. */
export async function watchHealth(live: Live, options: WatchOptions): Promise<void> {
  const { healths, checkHealth, isWanted, sleep } = options
  while (!live.ending.signal.aborted) {
    const kind = isWanted(live) ? await checkHealth(live.receiver, live.ending.signal) : null
    live.recheck = new AbortController()
    const downMs = kind === 'loopback' ? checkDownLoopbackEveryMs : checkDownEveryMs
    const ms = healths.of(live.receiver.id).state === 'down' ? downMs : checkEveryMs
    await sleep(ms, AbortSignal.any([live.ending.signal, live.recheck.signal])).catch(() => {})
  }
}
