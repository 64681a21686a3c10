import type { Sql } from '#core/database/sql.ts'
import type { Session } from '#core/workspaces/index.ts'
import { parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { AppError } from '#shared/errors.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import { createDeliveryCopies, type DeliveryCopiesOptions } from './copy/delivery-copies.ts'
import { createDeliveryCountHandlers } from './delivery-counts.ts'
import { createDeliveryLookup } from './delivery-lookup.ts'
import { diagnose } from './diagnosis/diagnose.ts'
import { createOtherBodies } from './other-bodies.ts'
import type { CallEngine } from './thread/engine-calls.ts'
import type { RemoteStore } from './thread/remote-store.ts'
import type { UndoableRemovals } from './undoable-removals.ts'

export interface DeliveryHandlersOptions extends Omit<DeliveryCopiesOptions, 'delivery' | 'inspector'> {
  readonly sql: Sql
  readonly store: Pick<RemoteStore, 'deliveries' | 'delivery' | 'annotate' | 'request'>
  readonly call: CallEngine
  readonly session: Pick<Session, 'workspace' | 'serviceAheadSeconds'>
  readonly toleranceSeconds: () => number
  readonly undoable: UndoableRemovals
}

/** What was received for the open workspace. The listener serves them all; the page sees one. */
export function createDeliveryHandlers(options: DeliveryHandlersOptions) {
  const { sql, store, call, session, readSecrets, toleranceSeconds, undoable } = options
  const mine = (id: number) => {
    if (undoable.isHidden(id)) throw new AppError('not-found', 'This delivery was deleted.')
    const delivery = store.delivery(id)
    const workspace = session.workspace()
    if (workspace && delivery.workspaceId === workspace.id) return delivery
    throw new AppError('not-found', 'This delivery belongs to another workspace.')
  }
  const rejected = () => call('rejected', session.workspace()?.id ?? null)
  return {
    'listener.rejected': rejected,
    async 'listener.forget-rejected'() {
      await call('forgetRejected', session.workspace()?.id ?? null)
      return rejected()
    },
    'deliveries.list': ({ q, ...query }) => {
      const workspace = session.workspace()
      if (!workspace) return { deliveries: [], hasMore: false }
      const filter = q === undefined && query.ids === undefined ? undefined : parseDeliveryFilter(q ?? '')
      return undoable.page({ ...query, filter, workspaceId: workspace.id }, store.deliveries)
    },
    'deliveries.get': ({ id }) => mine(id),
    'deliveries.set-star': ({ id, starred }) => store.annotate(mine(id).id, { starred }),
    'deliveries.set-remark': ({ id, remark }) => store.annotate(mine(id).id, { remark: remark.trim() }),
    async 'deliveries.diagnose'({ id }) {
      const { pathId, headers, body, receivedAt } = store.request(mine(id).id)
      const evidence = { headers, body, receivedAt: new Date(receivedAt) }
      const clock = {
        toleranceSeconds: toleranceSeconds(),
        serviceAheadSeconds: session.serviceAheadSeconds(),
      }
      return diagnose(evidence, await readSecrets(pathId), clock)
    },
    ...undoable.handlers({ mine, workspaceId: () => session.workspace()?.id ?? null }),
    ...createDeliveryCountHandlers({ sql, session, clock: options.clock }),
    ...createOtherBodies({ sql, session }),
    ...createDeliveryLookup({ sql, session }),
    ...createDeliveryCopies({ ...options, delivery: mine }),
    'listener.simulated-responses': () => call('simulatedResponses'),
    'listener.set-simulated-response': ({ endpointId, rule }) => call('simulateResponse', endpointId, rule),
  } satisfies Partial<Handlers>
}
