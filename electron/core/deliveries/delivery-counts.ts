import { isDeepStrictEqual } from 'node:util'
import type { Sql } from '#core/database/sql.ts'
import type { Clock } from '#core/platform/ports.ts'
import type { Session } from '#core/workspaces/index.ts'
import { noFilter, parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { timelineGrid } from '#shared/deliveries/timeline.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import { createDeliveryViews } from './delivery-views.ts'
import { createLastDay } from './store/last-day.ts'
import { createDeliveryCounter } from './store/timeline.ts'

const mostCounted = 1000

/** Deliveries of the open workspace in numbers: over time, and what the filters leave that were given a name. */
export function createDeliveryCountHandlers({
  sql,
  session,
  clock,
}: {
  readonly sql: Sql
  readonly session: Pick<Session, 'workspace'>
  readonly clock: Pick<Clock, 'now'>
}) {
  const counter = createDeliveryCounter(sql)
  const lastDay = createLastDay(sql)
  return {
    ...createDeliveryViews({ sql, session }),
    'deliveries.count-view': ({ q }) => {
      const workspace = session.workspace()
      if (!workspace) return { count: 0, isMore: false }
      return counter.count(workspace.id, parseDeliveryFilter(q), mostCounted)
    },
    async 'deliveries.total'() {
      const workspace = session.workspace()
      return { count: workspace ? await counter.total(workspace.id) : 0 }
    },
    'deliveries.last-day': () => lastDay(session.workspace()?.id ?? null, clock.now().getTime()),
    'deliveries.timeline': ({ q, from, to, steps }) => {
      const workspace = session.workspace()
      if (!workspace) return { ...timelineGrid(from ?? to, to, steps, 0), counts: [], since: null }
      const filter = { ...parseDeliveryFilter(q ?? ''), from: null, to: null }
      const isAll = isDeepStrictEqual(filter, noFilter)
      return counter.timeline({
        workspaceId: workspace.id,
        filter: isAll ? null : filter,
        from,
        to,
        most: steps,
      })
    },
  } satisfies Partial<Handlers>
}
