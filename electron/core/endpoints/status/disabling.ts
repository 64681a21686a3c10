import { inTransaction, type Sql } from '#core/database/sql.ts'
import type { Mismatches } from '#core/deliveries/index.ts'
import type { Clock } from '#core/platform/ports.ts'
import type { ServiceEndpoint } from '#core/service-api/wire.ts'
import { type RunningSandbox, sandboxWorkspaceId } from '#core/workspaces/index.ts'
import type { DisabledState, FourDayClock } from '#shared/endpoints/model.ts'
import { AppError } from '#shared/errors.ts'
import type { EventData } from '#shared/rpc/events.ts'
import type { OffCounts } from '#shared/workspaces/contract.ts'
import type { EndpointJournal } from '../endpoint-journal.ts'
import type { EndpointRegistry } from '../endpoint-registry.ts'
import { leadsTo } from '../endpoint-urls.ts'
import type { Gaps } from './gaps.ts'
import type { ResponseCounts } from './response-counts.ts'
import type { StatusHistory, StatusRecord } from './status-history.ts'

export interface DowntimeWindow {
  readonly from: string
  readonly to: string | null
}

/** Detects which endpoints were disabled, when and by whom, by comparing the service's lists. */
export type Disabling = ReturnType<typeof createDisabling>

export const retryWindowMs = 4 * 86_400_000

/**
 * Failures that lasted for this share of four days count as four days, because the service counts from its first attempt, which
 * this app notices a little later.
 */
const slack = 0.98

export function createDisabling(options: {
  readonly sql: Sql
  readonly history: StatusHistory
  readonly health: ResponseCounts
  readonly journal: EndpointJournal
  readonly isGone: EndpointRegistry['isGone']
  readonly serviceTime: Pick<RunningSandbox['time'], 'speed' | 'passedMs'>
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
   * Returns a path's failures. A wrong signature counts only if the request probably came from the service, because anyone can
   * send requests.
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

  /** Returns how long ago `since` was by the service's clock, in milliseconds. */
  const ageMs = (workspaceId: string, since: string, nowMs = clock.now().getTime()) =>
    serviceTime.passedMs(workspaceId, nowMs - Date.parse(since))

  const fourDays = (workspaceId: string, pathId: string): FourDayClock => {
    const { failingSince, failures, mismatches } = failuresOf(pathId)
    const disablesAt = failingSince === null ? null : disablesAtOf(workspaceId, failingSince)
    return { lastSuccessAt: health.of(pathId).lastSuccessAt, failingSince, failures, mismatches, disablesAt }
  }

  const disablesAtOf = (workspaceId: string, failingSince: string) => {
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
    // Only the sandbox service disables its endpoints, apart from this app.
    const byOther = workspaceId === sandboxWorkspaceId ? 'service' : 'elsewhere'
    const entry = journal.byEndpoint(workspaceId, endpoint.id)
    if (!entry) return byOther
    const isFourDays = (from: string, to = now()) =>
      ageMs(workspaceId, from) - ageMs(workspaceId, to) >= retryWindowMs * slack
    const { failingSince } = failuresOf(entry.pathId)
    if (failingSince !== null && isFourDays(failingSince)) return 'service'
    if (!leadsTo(endpoint, entry)) return byOther
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

  /** Stores the record, and returns whether the endpoint was disabled outside this app. */
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
    /** Must be called with every list of endpoints. Reports a disabled endpoint only once. */
    onListed(workspaceId: string, items: readonly ServiceEndpoint[]) {
      const previous = history.all(workspaceId)
      // Stores the state before the notice is shown, so that a crash can't cause a second one.
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

    /** Records that this app created the endpoint as enabled. If the next list shows it as disabled, that is reported. */
    created(workspaceId: string, id: string) {
      history.save(workspaceId, id, { ...noRecord, lastEnabledAt: now() })
    },

    /** Enables or disables an endpoint, without a notice to the user. */
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
