import type { Deliveries } from '#core/deliveries/index.ts'
import type { Endpoints, Gaps, JournalEntry, Replaced } from '#core/endpoints/index.ts'
import type { Jobs } from '#core/platform/jobs.ts'
import type { Clock } from '#core/platform/ports.ts'
import type { ServiceEndpoint } from '#core/service-api/wire.ts'
import type { CaughtUp } from './caught-up.ts'
import { type EndpointSnapshots, snapshotOf } from './endpoint-snapshots.ts'
import { deliveredWithinMs, type Reachability } from './reachability.ts'

export interface OnEndpointListOptions {
  readonly snapshots: EndpointSnapshots
  readonly caughtUp: CaughtUp
  readonly jobs: Pick<Jobs, 'forgetSubject'>
  readonly gaps: Gaps
  readonly endpoints: Pick<Endpoints, 'receivedHere' | 'downtime' | 'registry'>
  readonly reachability: Pick<Reachability, 'listeningSince'>
  readonly newestEvents: Pick<Deliveries['newestEvents'], 'inherit'>
  readonly serviceAheadMs: (workspaceId: string) => number
  readonly clock: Pick<Clock, 'now'>
}

/** Updates the stored endpoints from each of the service's lists. */
export function createOnEndpointList(options: OnEndpointListOptions) {
  const { snapshots, caughtUp, jobs, gaps, endpoints, newestEvents, reachability, serviceAheadMs, clock } =
    options

  /**
   * Returns the time from which an endpoint should receive changes, by the service's clock. This is when it was created or when
   * Notehook first listened, whichever was later. An endpoint that this app created while it was listening uses the time of its
   * creation. Returns `null` if the endpoint never received anything and the listener is off.
   */
  const since = (workspaceId: string, createdAt: string | null, entry: JournalEntry): number | null => {
    const ahead = serviceAheadMs(workspaceId)
    const created = Date.parse(createdAt ?? '')
    const pointedHere = Date.parse(entry.createdAt)
    const createdHere = entry.draft !== null && !Number.isNaN(created)
    const listening = reachability.listeningSince()
    const proven = entry.provenAt === null ? null : Date.parse(entry.provenAt)
    const first = Math.min(listening ?? Number.POSITIVE_INFINITY, proven ?? Number.POSITIVE_INFINITY)
    if (!Number.isFinite(first)) return null
    if (createdHere && first <= pointedHere) return created
    return Math.max(first, pointedHere) + ahead
  }

  const forget = (workspaceId: string, endpointId: string) => {
    snapshots.forget(workspaceId, endpointId)
    caughtUp.forget(workspaceId, endpointId)
    jobs.forgetSubject(workspaceId, endpointId)
    gaps.forget({ workspaceId, endpointId })
  }

  const take = (workspaceId: string, items: readonly ServiceEndpoint[]) => {
    const entries = items.map((endpoint) => ({
      endpoint,
      entry: endpoints.receivedHere(workspaceId, endpoint),
    }))
    const at = clock.now().getTime() + serviceAheadMs(workspaceId)
    snapshots.put(
      workspaceId,
      entries.map(({ endpoint, entry }) => snapshotOf(endpoint, entry !== null)),
      at,
    )
    for (const { endpoint, entry } of entries) {
      const from = entry && since(workspaceId, endpoint.createdAt, entry)
      if (from !== null) snapshots.listened(workspaceId, endpoint.id, from)
      const downtime = endpoints.downtime(workspaceId, endpoint.id)
      if (downtime === null) continue
      gaps.put(
        { workspaceId, endpointId: endpoint.id },
        {
          reason: 'disabled',
          from: Date.parse(downtime.from),
          to: downtime.to === null ? null : Date.parse(downtime.to),
        },
      )
    }
  }

  return {
    take,

    onList(workspaceId: string, items: readonly ServiceEndpoint[]) {
      take(workspaceId, items)
      for (const { endpoint } of snapshots.all(workspaceId)) {
        if (endpoints.registry.isGone(workspaceId, endpoint.id)) forget(workspaceId, endpoint.id)
      }
    },

    onReplaced({ workspaceId, endpointId, replacementId, downtime }: Replaced) {
      if (replacementId === null) return
      snapshots.replace(workspaceId, endpointId, replacementId)
      caughtUp.replace(workspaceId, endpointId, replacementId)
      jobs.forgetSubject(workspaceId, endpointId)
      const to = { workspaceId, endpointId: replacementId }
      gaps.move({ workspaceId, endpointId }, to)
      newestEvents.inherit(workspaceId, endpointId, replacementId)
      if (downtime === null) return
      // An event occurs before its first delivery fails, so the gap starts earlier.
      const from = Date.parse(downtime.from) - deliveredWithinMs
      gaps.put(to, { reason: 'refused', from, to: Date.parse(downtime.to) })
    },
  }
}
