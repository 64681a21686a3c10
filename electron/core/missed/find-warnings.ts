import type { Deliveries } from '#core/deliveries/index.ts'
import type { Endpoints, Gaps } from '#core/endpoints/index.ts'
import type { Clock } from '#core/platform/ports.ts'
import type { Receivers } from '#core/receivers/index.ts'
import { type RunningSandbox, sandboxWorkspaceId } from '#core/workspaces/index.ts'
import type { EarlyWarning, EndpointMissed } from '#shared/missed/model.ts'

const hourMs = 3_600_000
/** How long a problem must last before it causes a warning, in milliseconds. */
const lastsMs = hourMs / 6
const mismatchesInARow = 3
/** Number of consecutive failed sends after which a receiver is reported, if it isn't down. */
const failedSendsInARow = 10

/** Finds the warnings that apply to a workspace. Durations are in service time, which is faster in the sandbox. */
export function createFindWarnings(options: {
  readonly endpoints: Pick<Endpoints, 'journal' | 'fourDays' | 'mismatches'>
  readonly receivers: Pick<Receivers, 'waiting' | 'failingSince'>
  readonly deliveries: Pick<Deliveries, 'paths'>
  readonly gaps: Pick<Gaps, 'of'>
  readonly time: Pick<RunningSandbox['time'], 'passedMs'>
  readonly clock: Pick<Clock, 'now' | 'monotonicMs'>
}) {
  const { endpoints, receivers, deliveries, gaps, time, clock } = options
  /** Monotonic times in milliseconds at which each endpoint began to miss events. */
  const behindSinceMs = new Map<string, number>()

  return (workspaceId: string, compared: readonly EndpointMissed[]): EarlyWarning[] => {
    const at = clock.now().getTime()
    const nowMs = clock.monotonicMs()
    const isLonger = (realMs: number, ms: number) => time.passedMs(workspaceId, realMs) >= ms
    const lasts = (since: string | null, ms: number) => since !== null && isLonger(at - Date.parse(since), ms)
    const found: EarlyWarning[] = []
    const sandboxTime = workspaceId === sandboxWorkspaceId
    for (const { endpointId, label, url, muted, behind } of compared) {
      const behindForMs = behind === 0 ? 0 : nowMs - (behindSinceMs.get(endpointId) ?? nowMs)
      if (behind === 0) behindSinceMs.delete(endpointId)
      else behindSinceMs.set(endpointId, nowMs - behindForMs)
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
      // The warning says that the endpoint may be disabled, so it is left out if the endpoint already is.
      if (failing && !isDisabled)
        found.push({ ...warning, kind: failing[0], since: failingSince, count: failures })
      const mismatches = endpoints.mismatches(entry.pathId)
      if (mismatches && mismatches.requests >= mismatchesInARow)
        found.push({ ...warning, kind: 'mismatches', since: mismatches.since, count: mismatches.requests })
      const secrets = deliveries.paths.find(entry.pathId)?.secrets
      if (secrets?.kind === 'unavailable' && secrets.reason === 'locked' && failingSince !== null)
        found.push({ ...warning, kind: 'locked', since: failingSince, count: failures })
      const since = new Date(at - behindForMs).toISOString()
      if (isLonger(behindForMs, lastsMs)) found.push({ ...warning, kind: 'behind', since, count: behind })
    }
    for (const { receiver, count, since } of receivers.waiting(workspaceId)) {
      const warning = { about: receiver.id, name: receiver.name, sandboxTime }
      if (count > 0 && lasts(since, lastsMs))
        found.push({ ...warning, kind: 'receiver-waiting', since, count })
      else if (count === 0 && receiver.live) {
        const failingSince = receivers.failingSince(receiver.id, failedSendsInARow)
        if (failingSince !== null)
          found.push({ ...warning, kind: 'receiver-failing', since: failingSince, count: failedSendsInARow })
      }
    }
    return found
  }
}
