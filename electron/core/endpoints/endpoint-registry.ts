import { createEmitter } from '#core/platform/emitter.ts'
import type { Clock } from '#core/platform/ports.ts'
import type { ServiceEndpoint } from '#core/service-api/wire.ts'
import type { Workspaces } from '#core/workspaces/index.ts'

/** Registry of the existing endpoints: combines the lists of the service with creations and changes from here. */
export type EndpointRegistry = ReturnType<typeof createEndpointRegistry>

export function createEndpointRegistry(options: {
  readonly onDidListEndpoints: Workspaces['onDidListEndpoints']
  readonly clock: Pick<Clock, 'monotonicMs'>
}) {
  const { onDidListEndpoints, clock } = options
  /** Monotonic times when endpoints became known in this run. Lists requested earlier may lack them. */
  const knownMs = new Map<string, number>()
  /** Monotonic times of changes from here. Lists requested earlier show an outdated state. */
  const changedMs = new Map<string, number>()
  /** The last requested list of each workspace without unreadable endpoints. */
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
    // A list requested before the last whole one could bring a deleted endpoint back.
    if (beganMs < (whole.get(workspaceId)?.beganMs ?? beganMs)) return
    for (const { id } of items) know(workspaceId, id)
    if (unreadable === 0) whole.set(workspaceId, { beganMs, ids: new Set(items.map(({ id }) => id)) })
    const isCurrent = ({ id }: ServiceEndpoint) => isBefore(changedMs.get(keyOf(workspaceId, id)), beganMs)
    listed.fire({ workspaceId, items: items.filter(isCurrent) })
  })

  return {
    /** Fires for each list, without the endpoints that changed here after its request. */
    onDidList: listed.event,
    /** Returns whether the service no longer lists an endpoint. An endpoint created after the request of the last list is not gone. */
    isGone,
    /** Call this when the service has named an endpoint outside a list. */
    know,
    /** Runs a change of an endpoint. Lists requested before its end show an outdated state. */
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

/** Returns whether a time is known to be before another. An endpoint without a time is known from an earlier run. */
const isBefore = (ms: number | undefined, otherMs: number) => ms === undefined || ms < otherMs
