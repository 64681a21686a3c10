import { inTransaction, type Sql } from '#core/database/sql.ts'
import type { Mismatches } from '#core/deliveries/index.ts'
import type { Clock } from '#core/platform/ports.ts'
import type { ServiceEndpoint } from '#core/service-api/wire.ts'
import type { RunningSandbox } from '#core/workspaces/index.ts'
import type { DisabledState, FourDayClock } from '#shared/endpoints/model.ts'
import { AppError } from '#shared/errors.ts'
import type { EventData } from '#shared/rpc/events.ts'
import type { OffCounts } from '#shared/workspaces/contract.ts'
import type { EndpointJournal } from '../endpoint-journal.ts'
import type { EndpointRegistry } from '../endpoint-registry.ts'
import { leadsTo } from '../endpoint-urls.ts'
import type { EndpointHealth } from './endpoint-health.ts'
import type { Gaps } from './gaps.ts'
import type { StatusHistory, StatusRecord } from './status-history.ts'

export interface DowntimeWindow {
  readonly from: string
  readonly to: string | null
}

/** Compares lists of endpoints over time to detect which endpoints were disabled, when and, if possible, by whom. */
export type StatusTracker = ReturnType<typeof createStatusTracker>

export const retryWindowMs = 4 * 86_400_000

/**
 * Failures count as lasting four days once they have lasted this share of it, because the service counts from its first attempt
 * and polls are late.
 */
const slack = 0.98

export function createStatusTracker(options: {
  readonly sql: Sql
  readonly history: StatusHistory
  readonly health: EndpointHealth
  readonly journal: EndpointJournal
  readonly isGone: EndpointRegistry['isGone']
  readonly serviceTime: Pick<RunningSandbox['time'], 'speed' | 'passedMs'>
  /** Returns whether the requests with a wrong signature came from the service. `since` is the time of the first one. */
  readonly areOfService: Mismatches['areOfService']
  readonly gaps: Pick<Gaps, 'longestOff'>
  readonly clock: Clock
  readonly onDisabled: (
    workspaceId: string,
    endpoints: Omit<EventData<'endpoints.disabled'>['endpoints'][number], 'label'>[],
  ) => void
}) {
  const { sql, history, health, journal, isGone, serviceTime, areOfService, gaps, clock, onDisabled } =
    options
  const now = () => clock.now().toISOString()

  /**
   * Returns a path's failures. Anyone can send requests, so a wrong signature counts only if there is evidence that the service
   * sent it.
   */
  const failuresOf = (pathId: string) => {
    const { failingSince, failures, mismatchedSince, mismatches } = health.of(pathId)
    if (mismatchedSince === null) return { failingSince, failures, mismatches: null }
    if (!areOfService(pathId, mismatchedSince)) {
      return { failingSince, failures, mismatches: { requests: mismatches, since: mismatchedSince } }
    }
    const isFirst = failingSince === null || mismatchedSince < failingSince
    return {
      failingSince: isFirst ? mismatchedSince : failingSince,
      failures: failures + mismatches,
      mismatches: null,
    }
  }

  /** Returns how long ago a time was by the service's clock, in milliseconds. */
  const ageMs = (workspaceId: string, since: string, nowMs = clock.now().getTime()) =>
    serviceTime.passedMs(workspaceId, nowMs - Date.parse(since))

  const fourDays = (workspaceId: string, pathId: string): FourDayClock => {
    const { failingSince, failures, mismatches } = failuresOf(pathId)
    const disablesAt = failingSince === null ? null : disablesAtOf(workspaceId, failingSince)
    return { lastSuccessAt: health.of(pathId).lastSuccessAt, failingSince, failures, mismatches, disablesAt }
  }

  const disablesAtOf = (workspaceId: string, failingSince: string) => {
    // Reads the clock only once, because a second reading would change the result by a millisecond each time.
    const nowMs = clock.now().getTime()
    const leftMs = (retryWindowMs - ageMs(workspaceId, failingSince, nowMs)) / serviceTime.speed(workspaceId)
    return new Date(nowMs + Math.round(leftMs)).toISOString()
  }

  const disablerOf = (
    workspaceId: string,
    endpoint: ServiceEndpoint,
    seen: StatusRecord,
  ): DisabledState['by'] => {
    if (seen.disableRequestedAt !== null) return 'here'
    const entry = journal.byEndpoint(workspaceId, endpoint.id)
    if (!entry) return 'elsewhere'
    const isFourDays = (from: string, to = now()) =>
      ageMs(workspaceId, from) - ageMs(workspaceId, to) >= retryWindowMs * slack
    const { failingSince } = failuresOf(entry.pathId)
    if (failingSince !== null && isFourDays(failingSince)) return 'service'
    if (!leadsTo(endpoint, entry)) return 'elsewhere'
    const off = gaps.longestOff(Date.parse(seen.lastEnabledAt ?? now()), clock.now().getTime())
    return off && isFourDays(isoOf(off.from), isoOf(off.to)) ? 'service' : 'elsewhere'
  }

  const next = (
    workspaceId: string,
    endpoint: ServiceEndpoint,
    seen: StatusRecord | null,
  ): StatusRecord | null => {
    const at = now()
    if (!seen) {
      return endpoint.enabled
        ? { ...noRecord, lastEnabledAt: at }
        : { ...noRecord, disabledBy: 'unknown', disabledNoticedAt: at }
    }
    if (!endpoint.enabled) {
      if (seen.disabledBy !== null) return null
      return {
        ...seen,
        disabledBy: disablerOf(workspaceId, endpoint, seen),
        disabledNoticedAt: at,
        disableRequestedAt: null,
      }
    }
    if (seen.disabledBy === null)
      return seen.disableRequestedAt === null
        ? null
        : { ...seen, lastEnabledAt: at, disableRequestedAt: null }
    const from = seen.lastEnabledAt ?? seen.disabledNoticedAt
    return { ...noRecord, lastEnabledAt: at, downtime: from === null ? seen.downtime : { from, to: at } }
  }

  /** Stores the record. Returns whether the endpoint was disabled by someone other than this app. */
  const update = (workspaceId: string, endpoint: ServiceEndpoint, seen: StatusRecord | null): boolean => {
    const after = next(workspaceId, endpoint, seen)
    if (!after) return false
    history.save(workspaceId, endpoint.id, after)
    if (seen?.disabledBy && after.disabledBy === null) {
      const entry = journal.byEndpoint(workspaceId, endpoint.id)
      if (entry) health.restart(entry.pathId)
    }
    return (
      seen !== null &&
      seen.disabledBy === null &&
      (after.disabledBy === 'service' || after.disabledBy === 'elsewhere')
    )
  }

  return {
    /** Must be called when the service has listed endpoints. Reports each disabled endpoint once. */
    onListed(workspaceId: string, items: readonly ServiceEndpoint[]) {
      const previous = history.all(workspaceId)
      // Must be stored before the notice is shown, so that it is shown only once.
      const wentOff = inTransaction(sql, () => {
        const off = items.filter((endpoint) =>
          update(workspaceId, endpoint, previous.get(endpoint.id) ?? null),
        )
        for (const id of previous.keys()) if (isGone(workspaceId, id)) history.drop(workspaceId, id)
        history.seenOn(workspaceId, now())
        return off
      })
      if (wentOff.length === 0) return
      onDisabled(
        workspaceId,
        wentOff.map(({ id, url }) => ({
          id,
          url,
          by: history.of(workspaceId, id)?.disabledBy ?? 'elsewhere',
        })),
      )
    },

    /** Records that this app created an enabled endpoint, so that it is reported if the next list shows it as disabled. */
    created(workspaceId: string, id: string) {
      history.save(workspaceId, id, { ...noRecord, lastEnabledAt: now() })
    },

    /** Enables or disables an endpoint. Shows no notice, because the app itself makes the change. */
    async switching(
      workspaceId: string,
      id: string,
      enabled: boolean,
      work: () => Promise<ServiceEndpoint>,
    ): Promise<ServiceEndpoint> {
      const seen = history.of(workspaceId, id) ?? { ...noRecord, lastEnabledAt: now() }
      if (!enabled) history.save(workspaceId, id, { ...seen, disableRequestedAt: now() })
      try {
        const endpoint = await work()
        update(workspaceId, endpoint, history.of(workspaceId, id))
        return endpoint
      } catch (error) {
        // Unless the service reported a failure, the endpoint may have changed.
        const isSure = error instanceof AppError && error.code !== 'outcome-unknown'
        const left = history.of(workspaceId, id)
        if (isSure && left) history.save(workspaceId, id, { ...left, disableRequestedAt: null })
        throw error
      }
    },

    disabledState(workspaceId: string, { id, enabled }: ServiceEndpoint): DisabledState | null {
      if (enabled) return null
      const seen = history.of(workspaceId, id)
      const lastEnabledAt = seen?.lastEnabledAt ?? null
      return { by: seen?.disabledBy ?? 'unknown', lastEnabledAt, noticedAt: seen?.disabledNoticedAt ?? now() }
    },

    fourDays,

    /** Returns the number of consecutive requests with a wrong signature from any sender, and the ISO time of the first. */
    mismatches(pathId: string): FourDayClock['mismatches'] {
      const { mismatches: requests, mismatchedSince: since } = health.of(pathId)
      return since === null ? null : { requests, since }
    },

    downtime(workspaceId: string, id: string): DowntimeWindow | null {
      const seen = history.of(workspaceId, id)
      if (seen?.disabledBy) return { from: seen.lastEnabledAt ?? seen.disabledNoticedAt ?? now(), to: null }
      return seen?.downtime ?? null
    },

    off: (workspaceId: string): OffCounts => history.off(workspaceId),

    forgetWorkspace: (workspaceId: string) => history.dropWorkspace(workspaceId),
  }
}

const noRecord: StatusRecord = {
  lastEnabledAt: null,
  disabledBy: null,
  disabledNoticedAt: null,
  disableRequestedAt: null,
  downtime: null,
}

const isoOf = (ms: number) => new Date(ms).toISOString()
