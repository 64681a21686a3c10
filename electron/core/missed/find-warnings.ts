import type { Deliveries } from '#core/deliveries/index.ts'
import type { Endpoints } from '#core/endpoints/index.ts'
import type { Receivers } from '#core/receivers/index.ts'
import { sandboxWorkspaceId } from '#core/workspaces/index.ts'
import type { EarlyWarning, EndpointMissed } from '#shared/missed/model.ts'
import type { Gaps } from './gaps.ts'

export interface FindWarningsOptions {
  readonly endpoints: Pick<Endpoints, 'journal' | 'fourDays' | 'serviceTime' | 'mismatches'>
  readonly receivers: Pick<Receivers, 'waiting'>
  readonly deliveries: Pick<Deliveries, 'paths'>
  readonly gaps: Pick<Gaps, 'of'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const hourMs = 3_600_000
/** What lasts so long does not pass by itself. */
const lastsMs = hourMs / 6
const mismatchesInARow = 3

/** Looks at what is wrong in a workspace. In the sandbox, time passes faster. */
export function createFindWarnings({ endpoints, receivers, deliveries, gaps, now }: FindWarningsOptions) {
  /** Since when the notes of an endpoint are behind, in milliseconds since 1970. */
  const behindSince = new Map<string, number>()

  return (workspaceId: string, compared: readonly EndpointMissed[]): EarlyWarning[] => {
    const at = now()
    const lasts = (since: string | number | null, ms: number) => {
      if (since === null) return false
      const realMs = at - (typeof since === 'number' ? since : Date.parse(since))
      return endpoints.serviceTime.passedMs(workspaceId, realMs) >= ms
    }
    const found: EarlyWarning[] = []
    const sandboxTime = workspaceId === sandboxWorkspaceId
    for (const { endpointId, label, url, muted, behind } of compared) {
      if (behind === 0) behindSince.delete(endpointId)
      else if (!behindSince.has(endpointId)) behindSince.set(endpointId, at)
      const entry = endpoints.journal.byEndpoint(workspaceId, endpointId)
      if (muted || !entry) continue
      const name = label ?? (URL.parse(url)?.host || endpointId)
      const warning = { about: endpointId, name, sandboxTime }
      const { failingSince, failures } = endpoints.fourDays(workspaceId, entry.pathId)
      const isDisabled = gaps
        .of({ workspaceId, endpointId })
        .some(({ reason, to }) => reason === 'disabled' && to === null)
      const failing = (
        [
          ['failing-three-days', 72],
          ['failing-day', 24],
        ] as const
      ).find(([, hours]) => lasts(failingSince, hours * hourMs))
      // Once it is disabled, what they warn of has happened.
      if (failing && !isDisabled)
        found.push({ ...warning, kind: failing[0], since: failingSince, count: failures })
      // Also those that are surely the service's: the fewer days are lost, the better.
      const mismatches = endpoints.mismatches(entry.pathId)
      if (mismatches && mismatches.requests >= mismatchesInARow)
        found.push({ ...warning, kind: 'mismatches', since: mismatches.since, count: mismatches.requests })
      const secrets = deliveries.paths.find(entry.pathId)?.secrets
      if (secrets?.kind === 'unavailable' && secrets.reason === 'locked' && failingSince !== null)
        found.push({ ...warning, kind: 'locked', since: failingSince, count: failures })
      const since = behindSince.get(endpointId) ?? null
      if (lasts(since, lastsMs))
        found.push({
          ...warning,
          kind: 'behind',
          since: since === null ? null : new Date(since).toISOString(),
          count: behind,
        })
    }
    for (const { receiver, count, since } of receivers.waiting(workspaceId))
      if (count > 0 && lasts(since, lastsMs))
        found.push({
          about: receiver.id,
          name: receiver.name,
          sandboxTime,
          kind: 'receiver-waiting',
          since,
          count,
        })
    return found
  }
}
