import { type Sql, textOrNull } from '#core/database/sql.ts'
import { createThrottle } from '#core/platform/async.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import { foreignPrefixOf } from '#shared/deliveries/rejected/foreign-headers.ts'
import { type RejectedRequests, RejectionReason } from '#shared/deliveries/rejected/rejected-requests.ts'
import type { Paths } from './known-paths.ts'

export interface RejectedRequest {
  readonly pathId: string | null
  readonly reason: RejectionReason
  readonly status: number | null
  readonly method?: string | undefined
  readonly rawHeaders?: readonly string[] | undefined
}

type Count = Omit<RejectedRequests, 'endpointId'>

const writeEveryMs = 1_000
const mostNames = 24
const longestName = 48

/**
 * Counts rejected requests by path and reason. The counts are kept in memory and written to the database once per second, so that
 * requests don't wait for it.
 */
export function createRejectedRequestCounter(options: {
  readonly sql: Sql
  readonly paths: Pick<Paths, 'find'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'error'>
  readonly onChange: () => void
}) {
  const { sql, paths, clock, log, onChange } = options
  const save = sql.prepare('INSERT OR REPLACE INTO rejected_requests VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const drop = sql.prepare('DELETE FROM rejected_requests WHERE path_id = ?')
  const counts = new Map<string, Map<RejectionReason, Count>>()
  const changed = new Set<Count>()
  let isFailing = false

  const of = (pathId: string) => {
    const known = counts.get(pathId)
    if (known) return known
    const none = new Map<RejectionReason, Count>()
    counts.set(pathId, none)
    return none
  }
  try {
    sql.exec(`DELETE FROM rejected_requests WHERE path_id <> ''
      AND path_id NOT IN (SELECT path_id FROM endpoint_journal WHERE state <> 'removed')`)
  } catch (error) {
    log.error('Counts of paths that are gone could not be deleted.', error)
  }
  for (const row of sql.prepare('SELECT * FROM rejected_requests').all()) {
    const reason = RejectionReason.safeParse(row.reason)
    if (!reason.success) continue
    of(String(row.path_id)).set(reason.data, {
      reason: reason.data,
      requests: Number(row.requests),
      firstAt: String(row.first_at),
      lastAt: String(row.last_at),
      status: typeof row.status === 'number' ? row.status : null,
      method: textOrNull(row.method),
      headerNames: String(row.header_names).split(' ').filter(Boolean),
    })
  }

  const write = () => {
    try {
      for (const [pathId, reasons] of counts) {
        for (const count of reasons.values()) {
          if (!changed.has(count)) continue
          const { reason, requests, firstAt, lastAt, status, method, headerNames } = count
          save.run(pathId, reason, requests, firstAt, lastAt, status, method, headerNames.join(' '))
          changed.delete(count)
        }
      }
      changed.clear()
      isFailing = false
    } catch (error) {
      if (!isFailing) log.error('The counts of rejected requests could not be written.', error)
      isFailing = true
    }
    onChange()
  }
  const writing = createThrottle(write, writeEveryMs)

  const isOf = (pathId: string, workspaceId: string | null) =>
    pathId === '' || paths.find(pathId)?.workspaceId === workspaceId

  return {
    note({ pathId, reason: fault, status, method, rawHeaders = [] }: RejectedRequest) {
      const reasons = of(pathId ?? '')
      const headerNames = namesOf(rawHeaders)
      // Requests with another product's header names are counted separately.
      const reason = fault === 'missing_header' && foreignPrefixOf(headerNames) ? 'foreign_headers' : fault
      const before = reasons.get(reason)
      const at = clock.now().toISOString()
      const count = {
        ...{ reason, status, method: method ?? null, headerNames, lastAt: at },
        requests: (before?.requests ?? 0) + 1,
        firstAt: before?.firstAt ?? at,
      }
      reasons.set(reason, count)
      if (before) changed.delete(before)
      changed.add(count)
      writing.request()
    },
    list: (workspaceId: string | null): RejectedRequests[] =>
      [...counts]
        .filter(([pathId]) => isOf(pathId, workspaceId))
        .flatMap(([pathId, reasons]) => {
          const endpointId = paths.find(pathId)?.endpointId ?? null
          return [...reasons.values()].map((count) => ({ endpointId, ...count }))
        })
        .sort((a, b) => (a.lastAt < b.lastAt ? 1 : -1)),
    forget(workspaceId: string | null) {
      for (const pathId of [...counts.keys()]) {
        if (!isOf(pathId, workspaceId)) continue
        counts.delete(pathId)
        drop.run(pathId)
      }
      writing.flush()
    },
    close: writing.flush,
  }
}

/** Returns the unique header names in their original order. Limits their number and length. */
function namesOf(rawHeaders: readonly string[]): string[] {
  const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.slice(0, longestName))
  return [...new Set(names)].slice(0, mostNames)
}
