import type { Sql } from '#core/database/sql.ts'
import { createThrottle } from '#core/platform/async.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { HandlersIn } from '#core/platform/feature.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import type { Redactor } from '#core/platform/redact.ts'
import { cleaned, type ObservedDifference, onceEach } from '#core/service-api/api-differences.ts'
import { expectationOf } from '#core/service-api/expectations.ts'
import type { apiDifferences } from '#shared/workspaces/api-difference.ts'
import { createApiDifferenceStore, mostSamples, type NewDifference } from './api-difference-store.ts'
import { openWorkspaceId } from './open-workspace.ts'
import type { Session, WorkspaceDifference } from './session.ts'

export interface ApiDifferencesOptions {
  readonly sql: Sql
  readonly session: Pick<Session, 'workspace' | 'onDidFindDifference'>
  readonly redactor: Redactor
  readonly hub: Pick<EventHub, 'publish'>
  readonly clock: Clock
  readonly log: Log
}

/** Interval between writes, each of which may store many differences, because a list can have thousands. */
const writeEveryMs = 1_000
/** Maximum number of differences that are waiting to be written. */
const mostPending = 500

interface PendingDifference extends Pick<ObservedDifference, 'kind' | 'where'> {
  readonly workspaceId: string
  readonly samples: Set<string>
  times: number
}

/** Records the differences between the specification and each workspace's service. */
export function createApiDifferences({ sql, session, redactor, hub, clock, log }: ApiDifferencesOptions) {
  const store = createApiDifferenceStore(sql)
  const pending = new Map<string, PendingDifference>()
  const logOnce = onceEach(({ kind, where, what }) =>
    log.info('The service differs from its specification.', { kind, where, what }),
  )

  const publish = () => hub.publish('workspaces.api-differences-changed', {})

  const write = () => {
    const byWorkspace = new Map<string, NewDifference[]>()
    for (const { workspaceId, kind, where, samples, times } of pending.values()) {
      const differences = byWorkspace.get(workspaceId) ?? []
      differences.push({ kind, where, samples: [...samples], times })
      byWorkspace.set(workspaceId, differences)
    }
    pending.clear()
    const at = clock.now().toISOString()
    try {
      for (const [workspaceId, differences] of byWorkspace) store.add(workspaceId, differences, at)
    } catch (error) {
      // Only logs the error, because a full disk must not prevent notes from being read.
      log.error('API differences could not be stored.', error)
    }
    return byWorkspace.size > 0
  }
  const writing = createThrottle(() => {
    if (write()) publish()
  }, writeEveryMs)

  const openId = () => openWorkspaceId(session)

  const clear = (workspaceId: string) => {
    for (const [key, one] of pending) if (one.workspaceId === workspaceId) pending.delete(key)
    store.clear(workspaceId)
    publish()
  }

  /** Records a difference without waiting for the disk. Never throws, because a response is being parsed. */
  const found = ({ workspaceId, difference: { kind, where, what } }: WorkspaceDifference) => {
    logOnce({ kind, where, what })
    const key = JSON.stringify([workspaceId, kind, where])
    const known = pending.get(key)
    if (!known && pending.size >= mostPending) return
    const one = known ?? { workspaceId, kind, where, samples: new Set(), times: 0 }
    one.times += 1
    if (one.samples.size < mostSamples) one.samples.add(what)
    pending.set(key, one)
    writing.request()
  }
  session.onDidFindDifference(found)

  return {
    handlers: {
      'workspaces.api-differences': () => {
        const id = openId()
        if (write()) publish()
        return store.list(id).map((stored) => ({
          ...stored,
          samples: [...stored.samples],
          ...expectationOf(stored.kind, stored.where),
        }))
      },
      'workspaces.clear-api-differences': () => {
        clear(openId())
        return null
      },
    } satisfies HandlersIn<typeof apiDifferences>,
    /** Records a difference found outside a response, such as in a delivery. */
    report: (workspaceId: string, difference: ObservedDifference) =>
      cleaned((clean) => found({ workspaceId, difference: clean }), redactor.redact)(difference),
    forget: clear,
    close() {
      writing.cancel()
      write()
    },
  }
}
