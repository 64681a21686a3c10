import { createEmitter } from '#core/platform/emitter.ts'
import type { Clock } from '#core/platform/ports.ts'
import type { ServiceEndpoint } from '#core/service-api/wire.ts'
import type { Workspaces } from '#core/workspaces/index.ts'

/** Tracks which endpoints exist, based on the service's lists and this app's own changes. */
export type EndpointRegistry = ReturnType<typeof createEndpointRegistry>

export function createEndpointRegistry(options: {
  readonly onDidListEndpoints: Workspaces['onDidListEndpoints']
  readonly clock: Pick<Clock, 'monotonicMs'>
}) {
  const { onDidListEndpoints, clock } = options
  /** Monotonic times at which endpoints became known during this run. A list that was requested earlier may lack them. */
  const knownMs = new Map<string, number>()
  /** Monotonic times of this app's changes. A list that was requested before a change shows the old state. */
  const changedMs = new Map<string, number>()
  /** Each workspace's last list in which every endpoint was readable. */
  const whole = new Map<string, { readonly beganMs: number; readonly ids: ReadonlySet<string> }>()
  const listed = createEmitter<{ workspaceId: string; items: readonly ServiceEndpoint[] }>()

  const keyOf = (workspaceId: string, endpointId: string) => `${workspaceId} ${endpointId}`

  const isGone = (workspaceId: string, endpointId: string): boolean => {
    const list = whole.get(workspaceId)
    if (!list || list.ids.has(endpointId)) return false
    return isBefore(knownMs.get(keyOf(workspaceId, endpointId)), list.beganMs)
  }

  const know = (workspaceId: string, endpointId: string) => {
    const key = keyOf(workspaceId, endpointId)
    if (!knownMs.has(key) || isGone(workspaceId, endpointId)) knownMs.set(key, clock.monotonicMs())
  }

  onDidListEndpoints(({ workspaceId, items, unreadable, beganMs }) => {
    // A list that was requested before the last complete list might contain a deleted endpoint.
    if (beganMs < (whole.get(workspaceId)?.beganMs ?? beganMs)) return
    for (const { id } of items) know(workspaceId, id)
    if (unreadable === 0) whole.set(workspaceId, { beganMs, ids: new Set(items.map(({ id }) => id)) })
    const isCurrent = ({ id }: ServiceEndpoint) => isBefore(changedMs.get(keyOf(workspaceId, id)), beganMs)
    listed.fire({ workspaceId, items: items.filter(isCurrent) })
  })

  return {
    /** Fires for each list. Leaves out endpoints that this app changed after the list was requested. */
    onDidList: listed.event,
    /**
     * Returns whether the service no longer lists an endpoint. `false` for endpoints created after the last list was requested.
     */
    isGone,
    /** Must be called when the service returned an endpoint outside a list. */
    know,
    /** Runs a change to an endpoint. Lists that were requested before the change has completed count as outdated. */
    async change<Result>(
      workspaceId: string,
      endpointId: string,
      work: () => Promise<Result>,
    ): Promise<Result> {
      const key = keyOf(workspaceId, endpointId)
      changedMs.set(key, Number.POSITIVE_INFINITY)
      try {
        return await work()
      } finally {
        changedMs.set(key, clock.monotonicMs())
      }
    },
  }
}

/** Returns whether a time is known to be before another. An endpoint without a time was known before this run. */
const isBefore = (ms: number | undefined, otherMs: number) => ms === undefined || ms < otherMs
