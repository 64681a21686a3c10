import { isDeepStrictEqual } from 'node:util'
import type { Handlers } from '../../../shared/contract/index.ts'
import { noFilter, parseDeliveryFilter } from '../../../shared/domain/delivery-filter.ts'
import { timelineGrid } from '../../../shared/domain/timeline.ts'
import { createDeliveryTally } from '../inspector/delivery-tally.ts'
import type { Sql } from '../store/sql.ts'
import type { Session } from './session.ts'

/** How many deliveries the open workspace received, over time. */
export function createDeliveryTallies({
  sql,
  session,
}: {
  readonly sql: Sql
  readonly session: Pick<Session, 'workspace'>
}): Pick<Handlers, 'inspector.timeline'> {
  const tally = createDeliveryTally(sql)
  return {
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
