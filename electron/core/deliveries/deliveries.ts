import type { Sql } from '#core/database/sql.ts'
import type { Session } from '#core/workspaces/index.ts'
import { parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { AppError } from '#shared/errors.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import { createDeliveryCopies, type DeliveryCopiesOptions } from './copy/delivery-copies.ts'
import { createDeliveryTallies } from './delivery-counts.ts'
import { explain } from './diagnosis/diagnose.ts'
import type { Inspector } from './inspector.ts'
import { createOtherBodies } from './other-bodies.ts'

export interface DeliveryHandlersOptions extends Omit<DeliveryCopiesOptions, 'delivery' | 'inspector'> {
  readonly sql: Sql
  readonly inspector: Pick<
    Inspector,
    'deliveries' | 'delivery' | 'mark' | 'refusals' | 'request' | 'status' | 'responses'
  >
  readonly session: Pick<Session, 'workspace' | 'serviceAheadSeconds'>
  readonly toleranceSeconds: () => number
}

/** What was received for the open workspace. The listener serves them all; the page sees one. */
export function createDeliveryHandlers(options: DeliveryHandlersOptions) {
  const { sql, inspector, session, readSecrets, toleranceSeconds } = options
  const mine = (id: number) => {
    const delivery = inspector.delivery(id)
    const workspace = session.workspace()
    if (workspace && delivery.workspaceId === workspace.id) return delivery
    throw new AppError('not-found', 'This delivery belongs to another workspace.')
  }
  const refused = () => inspector.refusals.list(session.workspace()?.id ?? null)
  return {
    'listener.rejected': refused,
    'listener.forget-rejected': () => {
      inspector.refusals.forget(session.workspace()?.id ?? null)
      return refused()
    },
    'deliveries.list': ({ q, ...query }) => {
      const workspace = session.workspace()
      if (!workspace) return { deliveries: [], hasMore: false }
      const filter = q === undefined && query.ids === undefined ? undefined : parseDeliveryFilter(q ?? '')
      return inspector.deliveries({ ...query, filter, workspaceId: workspace.id })
    },
    'deliveries.get': ({ id }) => mine(id),
    'deliveries.set-star': ({ id, starred }) => inspector.mark(mine(id).id, { starred }),
    'deliveries.set-remark': ({ id, remark }) => inspector.mark(mine(id).id, { remark: remark.trim() }),
    async 'deliveries.diagnose'({ id }) {
      const { pathId, headers, body, receivedAt } = inspector.request(mine(id).id)
      const evidence = { headers, body, receivedAt: new Date(receivedAt) }
      const clock = {
        toleranceSeconds: toleranceSeconds(),
        serviceAheadSeconds: session.serviceAheadSeconds(),
      }
      return explain(evidence, await readSecrets(pathId), clock)
    },
    ...createDeliveryTallies({ sql, session }),
    ...createOtherBodies({ sql, session }),
    ...createDeliveryCopies({ ...options, delivery: mine }),
    'listener.simulated-responses': () => inspector.responses.list(),
    'listener.set-simulated-response': ({ endpointId, rule }) => inspector.responses.set(endpointId, rule),
  } satisfies Partial<Handlers>
}
