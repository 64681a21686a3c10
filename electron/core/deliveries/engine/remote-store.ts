import type { Sql } from '#core/database/sql.ts'
import type { Read } from '#core/platform/reader/reads.ts'
import type { Annotation, DeliveryDetail, DeliverySummary } from '#shared/deliveries/model.ts'
import { deliveryGone } from '../listener-messages.ts'
import type { DeliveryReads } from '../reads.ts'
import { createDeliveryQueries } from '../store/delivery-queries.ts'
import type { Removals } from '../store/delivery-removal.ts'
import { createDeliveryMatching } from '../store/search/delivery-matching.ts'
import type { DeliveryPage, DeliveryQuery } from '../store/search/delivery-search.ts'
import type { StoredRequest } from '../store/stored-requests.ts'
import type { EngineClient } from './engine-client.ts'

export type RemoteStore = ReturnType<typeof createRemoteStore>

/**
 * What was received, for the rest of the core: read here if it is short, by the reader if not, and changed only by the engine. What it
 * has changed is read next.
 */
export function createRemoteStore(
  sql: Sql,
  { call, read }: Pick<EngineClient, 'call'> & { readonly read: Read<DeliveryReads> },
) {
  const queries = createDeliveryQueries(sql)
  const removal: Removals = {
    ...createDeliveryMatching(sql),
    step: (query, filter, signal) => read('step', { query, filter }, signal),
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
