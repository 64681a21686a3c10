import { isDeepStrictEqual } from 'node:util'
import type { Handlers } from '../../../shared/contract/index.ts'
import { noFilter, parseDeliveryFilter } from '../../../shared/domain/delivery-filter.ts'
import { timelineGrid } from '../../../shared/domain/timeline.ts'
import { createDeliveryTally } from '../inspector/delivery-tally.ts'
import type { Sql } from '../store/sql.ts'
import { createDeliveryViews } from './delivery-views.ts'
import type { Session } from './session.ts'

const mostCounted = 1000

/** Deliveries of the open workspace in numbers: over time, and what the filters leave that were given a name. */
export function createDeliveryTallies({
  sql,
  session,
}: {
  readonly sql: Sql
  readonly session: Pick<Session, 'workspace'>
}): Pick<Handlers, 'inspector.timeline' | `views.${'list' | 'save' | 'remove' | 'count'}`> {
  const tally = createDeliveryTally(sql)
  return {
    ...createDeliveryViews({ sql, session }),
    'views.count': ({ q }) => {
      const workspace = session.workspace()
      if (!workspace) return { count: 0, isMore: false }
      return tally.count(workspace.id, parseDeliveryFilter(q), mostCounted)
    },
    'inspector.timeline': ({ q, from, to, steps }) => {
      const workspace = session.workspace()
      if (!workspace) return { ...timelineGrid(from ?? to, to, steps, 0), counts: [], since: null }
      const filter = { ...parseDeliveryFilter(q ?? ''), from: null, to: null }
      const isAll = isDeepStrictEqual(filter, noFilter)
      return tally.timeline({
        workspaceId: workspace.id,
        filter: isAll ? null : filter,
        from,
        to,
        most: steps,
      })
    },
  }
}
