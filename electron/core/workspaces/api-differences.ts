import type { Sql } from '#core/database/sql.ts'
import { createThrottle } from '#core/platform/async.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { HandlersIn } from '#core/platform/feature.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import { type ObservedDifference, onceEach } from '#core/service-api/api-differences.ts'
import { expectationOf } from '#core/service-api/expectations.ts'
import type { apiDifferences } from '#shared/workspaces/api-differences-contract.ts'
import { createApiDifferenceStore, mostSamples, type Seen } from './api-difference-store.ts'
import { notConnected } from './no-workspace.ts'
import type { Difference, Session } from './session.ts'

/** What the service does otherwise than its specification shows, recorded for each workspace. */
export interface ApiDifferences {
  readonly handlers: HandlersIn<typeof apiDifferences>
  forget(workspaceId: string): void
  close(): void
}

export interface ApiDifferencesOptions {
  readonly sql: Sql
  readonly session: Pick<Session, 'workspace' | 'onDidFindDifference'>
  readonly hub: Pick<EventHub, 'publish'>
  readonly clock: Clock
  readonly log: Log
}

/** A list of thousands of odd items is one write, and one event. */
const writeEveryMs = 1_000
/** Places recorded between two writes; what exceeds it is dropped. */
const mostWaiting = 500

interface Waiting extends Pick<ObservedDifference, 'kind' | 'where'> {
  readonly workspaceId: string
  readonly samples: Set<string>
  times: number
}

export function createApiDifferences({
  sql,
  session,
  hub,
  clock,
  log,
}: ApiDifferencesOptions): ApiDifferences {
  const store = createApiDifferenceStore(sql)
  const waiting = new Map<string, Waiting>()
  const inLog = onceEach(({ kind, where, what }) =>
    log.info('The service differs from its specification.', { kind, where, what }),
  )

  const publish = () => hub.publish('workspaces.api-differences-changed', {})

  const write = () => {
    const byWorkspace = new Map<string, Seen[]>()
    for (const { workspaceId, kind, where, samples, times } of waiting.values()) {
      const seen = byWorkspace.get(workspaceId) ?? []
      seen.push({ kind, where, samples: [...samples], times })
      byWorkspace.set(workspaceId, seen)
    }
    waiting.clear()
    const at = clock.now().toISOString()
    try {
      for (const [workspaceId, seen] of byWorkspace) store.add(workspaceId, seen, at)
    } catch (error) {
      // Notes can be read with a full disk too.
      log.error('API differences could not be stored.', error)
    }
    return byWorkspace.size > 0
  }
  const writing = createThrottle(() => {
    if (write()) publish()
  }, writeEveryMs)

  const openId = (): string => {
    const id = session.workspace()?.id
    if (id !== undefined) return id
    throw notConnected()
  }

  /** What waits to be written is dropped with it. */
  const clear = (workspaceId: string) => {
    for (const [key, seen] of waiting) if (seen.workspaceId === workspaceId) waiting.delete(key)
    store.clear(workspaceId)
    publish()
  }

  /** Never throws and never waits for the disk: it is called while an answer is read. */
  session.onDidFindDifference(({ workspaceId, difference: { kind, where, what } }: Difference) => {
    inLog({ kind, where, what })
    const key = JSON.stringify([workspaceId, kind, where])
    const known = waiting.get(key)
    if (!known && waiting.size >= mostWaiting) return
    const seen = known ?? { workspaceId, kind, where, samples: new Set(), times: 0 }
    seen.times += 1
    if (seen.samples.size < mostSamples) seen.samples.add(what)
    waiting.set(key, seen)
    writing.request()
  })

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
    },
    forget: clear,
    close() {
      writing.cancel()
      write()
    },
  }
}
