import type { Reads } from '#core/platform/reader/reads.ts'
import type { DeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import { createFindByWebhookId } from './find-by-webhook-id.ts'
import { createLastDay } from './store/counts/last-day.ts'
import { createDeliveryCounter, type TimelineQuery } from './store/counts/timeline.ts'
import { createDeliveryQueries, createOtherBodies } from './store/delivery-queries.ts'
import { createNoteEvents } from './store/events/note-events.ts'
import { createStoredAmounts } from './store/retention-queries.ts'
import { createDeliveryMatching } from './store/search/delivery-matching.ts'
import type { DeliveryPage, DeliveryQuery } from './store/search/delivery-search.ts'

export interface WholePage extends Pick<DeliveryPage, 'hasMore'> {
  readonly deliveries: readonly DeliveryDetail[]
  readonly reached: number | undefined
}

/** Queries that run on the reader thread, because they are frequent or may take long. */
export const deliveryReads = {
  name: 'deliveries',
  create(sql) {
    const queries = createDeliveryQueries(sql)
    const matching = createDeliveryMatching(sql)
    const counter = createDeliveryCounter(sql)
    const lastDay = createLastDay(sql)
    return {
      list: (query: DeliveryQuery) => queries.list(query),
      whole(query: DeliveryQuery): WholePage {
        const { deliveries, hasMore, reached = deliveries.at(-1)?.id } = queries.list(query)
        return { deliveries: deliveries.flatMap(({ id }) => queries.detail(id) ?? []), hasMore, reached }
      },
      detail: ({ id }: { readonly id: number }) => queries.detail(id),
      find: createFindByWebhookId(sql),
      otherBodies: createOtherBodies(sql),
      noteEvents: createNoteEvents(sql),
      count: ({ workspaceId, filter, most }: CountAsked, signal: AbortSignal) =>
        counter.count(workspaceId, filter, most, signal),
      total: ({ workspaceId }: { readonly workspaceId: string }, signal: AbortSignal) =>
        counter.total(workspaceId, signal),
      timeline: (query: TimelineQuery, signal: AbortSignal) => counter.timeline(query, signal),
      lastDay: ({ workspaceId, nowMs }: LastDayAsked, signal: AbortSignal) =>
        lastDay(workspaceId, nowMs, signal),
      step: ({ query, filter }: StepAsked) => matching.step(query, filter),
      stored: createStoredAmounts(sql),
    }
  },
} satisfies Reads<object>

export type DeliveryReads = ReturnType<typeof deliveryReads.create>

interface CountAsked {
  readonly workspaceId: string
  readonly filter: DeliveryFilter
  readonly most: number
}

interface LastDayAsked {
  readonly workspaceId: string | null
  readonly nowMs: number
}

interface StepAsked {
  readonly query: DeliveryQuery
  readonly filter: DeliveryFilter
}
