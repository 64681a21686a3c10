import type { Sql } from '#core/database/sql.ts'
import type { Read } from '#core/platform/reader/reads.ts'
import type { Session } from '#core/workspaces/index.ts'
import { parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import { AppError } from '#shared/errors.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import { createDeliveryCopies, type DeliveryCopiesOptions } from './copy/delivery-copies.ts'
import { createDeliveryCountHandlers } from './count-handlers.ts'
import { diagnose } from './diagnosis/diagnose.ts'
import type { RemoteStore } from './engine/engine-client.ts'
import type { CallEngine } from './engine/engine-messages.ts'
import { deliveryGone } from './listener-errors.ts'
import type { DeliveryReads } from './reads.ts'
import type { UndoableRemovals } from './undoable-removals.ts'

export interface DeliveryHandlersOptions extends Omit<DeliveryCopiesOptions, 'delivery'> {
  readonly sql: Sql
  readonly read: Read<DeliveryReads>
  readonly store: Pick<RemoteStore, 'delivery' | 'annotate' | 'request'>
  readonly call: CallEngine
  readonly session: Pick<Session, 'workspace' | 'serviceAheadSeconds'>
  readonly toleranceSeconds: () => number
  readonly undoable: UndoableRemovals
}

export function createDeliveryHandlers(options: DeliveryHandlersOptions) {
  const { sql, read, store, call, session, readSecrets, toleranceSeconds, undoable } = options
  const shown = (delivery: DeliveryDetail) => {
    if (undoable.isHidden(delivery.id)) throw new AppError('not-found', 'This delivery was deleted.')
    const workspace = session.workspace()
    if (workspace && delivery.workspaceId === workspace.id) return delivery
    throw new AppError('not-found', 'This delivery belongs to another workspace.')
  }
  const mine = (id: number) => shown(store.delivery(id))
  const rejected = () => call('rejected', session.workspace()?.id ?? null)
  return {
    'listener.rejected': rejected,
    async 'listener.forget-rejected'() {
      await call('forgetRejected', session.workspace()?.id ?? null)
      return rejected()
    },
    'deliveries.list': async ({ q, ...query }, { signal }) => {
      const workspace = session.workspace()
      if (!workspace) return { deliveries: [], hasMore: false }
      const filter = q === undefined && query.ids === undefined ? undefined : parseDeliveryFilter(q ?? '')
      const request = { ...query, filter, workspaceId: workspace.id }
      return undoable.page(request, (some) => read('list', some, signal))
    },
    async 'deliveries.get'({ id }, { signal }) {
      const found = await read('detail', { id }, signal)
      if (!found) throw deliveryGone()
      return shown(found)
    },
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
    ...createDeliveryCountHandlers({ sql, read, session, clock: options.clock }),
    'deliveries.other-bodies': ({ id }, { signal }) =>
      read('otherBodies', { workspaceId: session.workspace()?.id ?? '', id }, signal),
    'deliveries.find': async (request, { signal }) => {
      const workspace = session.workspace()
      return workspace ? read('find', { ...request, workspaceId: workspace.id }, signal) : []
    },
    'deliveries.note-events': ({ noteIds }, { signal }) =>
      read('noteEvents', { workspaceId: session.workspace()?.id ?? null, noteIds }, signal),
    ...createDeliveryCopies({ ...options, delivery: mine }),
    'listener.simulated-responses': () => call('simulatedResponses'),
    'listener.set-simulated-response': ({ endpointId, rule }) => call('simulateResponse', endpointId, rule),
  } satisfies Partial<Handlers>
}
