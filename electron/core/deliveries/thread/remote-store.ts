import type { Sql } from '#core/database/sql.ts'
import type { Annotation, DeliveryDetail, DeliverySummary } from '#shared/deliveries/model.ts'
import { deliveryGone } from '../listener-messages.ts'
import { createDeliveryMatching } from '../store/delivery-matching.ts'
import { createDeliveryQueries } from '../store/delivery-queries.ts'
import type { Removals } from '../store/delivery-removal.ts'
import type { DeliveryPage, DeliveryQuery } from '../store/delivery-search.ts'
import type { StoredRequest } from '../store/stored-requests.ts'
import type { EngineClient } from './engine-client.ts'

export type RemoteStore = ReturnType<typeof createRemoteStore>

/** What was received, for the rest of the core: read here, and changed only by the engine. What it has changed is read next. */
export function createRemoteStore(sql: Sql, { call }: Pick<EngineClient, 'call'>) {
  const queries = createDeliveryQueries(sql)
  const removal: Removals = {
    ...createDeliveryMatching(sql),
    remove: (ids, removable, now) => call('remove', ids, removable, now),
    forgetIds: (now, most) => call('forgetIds', now, most),
    drop: (workspaceId, most) => call('drop', workspaceId, most),
    purgeWords: () => call('purgeWords'),
  }
  return {
    deliveries: (query: DeliveryQuery): DeliveryPage => queries.list(query),
    /** Throws `AppError` `not-found`. */
    delivery(id: number): DeliveryDetail {
      const found = queries.detail(id)
      if (!found) throw deliveryGone()
      return found
    },
    /** Throws `AppError` `not-found`. */
    request(id: number): StoredRequest {
      const found = queries.request(id)
      if (!found) throw deliveryGone()
      return found
    },
    lastVerifiedAt: queries.lastVerifiedAt,
    annotate: (id: number, changes: Partial<Annotation>): Promise<DeliverySummary> =>
      call('annotate', id, changes),
    removal,
  }
}
