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
  /** Monotonic time at which each endpoint became known. An earlier list of endpoints may lack it. */
  const knownMs = new Map<string, number>()
  /** Monotonic time of this app's last change of each endpoint. An earlier list of endpoints shows the old state. */
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
    // Ignores a list that was requested before the last complete one, because it may contain endpoints that were deleted since.
    if (beganMs < (whole.get(workspaceId)?.beganMs ?? beganMs)) return
    for (const { id } of items) know(workspaceId, id)
    if (unreadable === 0) whole.set(workspaceId, { beganMs, ids: new Set(items.map(({ id }) => id)) })
    const isCurrent = ({ id }: ServiceEndpoint) => isBefore(changedMs.get(keyOf(workspaceId, id)), beganMs)
    listed.fire({ workspaceId, items: items.filter(isCurrent) })
  })

  return {
    /** Fires for each list, without the endpoints that this app changed after the list was requested. */
    onDidList: listed.event,
    /**
     * Returns whether the service no longer lists an endpoint. `false` for endpoints created after the last list was requested.
     */
    isGone,
    /** Must be called with each endpoint that the service returns outside a list. */
    know,
    /** Changes an endpoint. Lists that were requested before the change ended are considered outdated. */
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

const isBefore = (ms: number | undefined, otherMs: number) => ms === undefined || ms < otherMs
