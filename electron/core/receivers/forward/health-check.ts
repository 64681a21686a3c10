import { dial } from '#core/platform/dial.ts'
import { whyNotInSandbox } from '../address/only-here.ts'
import type { ResolveReceiver } from '../address/resolve-receiver.ts'
import type { ReceiverStatuses } from '../receiver-status.ts'
import type { StoredReceiver } from '../receiver-store.ts'
import { failureOf } from '../send/failure.ts'

export interface HealthCheckOptions {
  readonly resolve: ResolveReceiver
  readonly statuses: Pick<ReceiverStatuses, 'setHealth'>
}

/**
 * Opens and closes a connection to a receiver to update its health. Never dials an address without approval; the health then stays the
 * same.
 */
export type CheckHealth = (receiver: StoredReceiver, signal: AbortSignal) => Promise<void>

const withinMs = 5_000

export function createHealthCheck({ resolve, statuses }: HealthCheckOptions): CheckHealth {
  return async (receiver, signal) => {
    const { id, url, approved, workspaceId } = receiver
    const isDown = (problem: string) => statuses.setHealth(id, { state: 'down', connectMs: null, problem })
    const late = AbortSignal.timeout(withinMs)
    const where = await resolve(url, AbortSignal.any([signal, late])).catch(() => null)
    if (signal.aborted) return
    if (where === null) return isDown('The name server didn’t respond in time.')
    if (!where.ok) return isDown(where.sentence)
    const isApproved =
      where.kind === 'loopback' || (approved?.host === where.host && approved.kind === where.kind)
    if (!isApproved || whyNotInSandbox(workspaceId, where) !== null) return
    const { url: target, addresses } = where
    const { failure, phases } = await dial({ url: target, addresses, withinMs, signal })
    if (signal.aborted) return
    if (failure) isDown(failureOf(failure, { url: target, addresses, withinMs }).sentence)
    else statuses.setHealth(id, { state: 'up', connectMs: phases.connectMs, problem: null })
  }
}
