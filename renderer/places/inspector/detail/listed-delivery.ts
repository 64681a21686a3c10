import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { keys } from '../../../host/query-keys.ts'

/** Returns a delivery's row from any cached list, so that its title and verdict are shown while the rest loads. */
export function listedDelivery(cache: QueryClient, id: number): DeliverySummary | undefined {
  const lists = cache.getQueriesData<InfiniteData<OutputOf<'deliveries.list'>>>({
    queryKey: keys.deliveries.lists,
  })
  for (const [, list] of lists) {
    for (const page of list?.pages ?? []) {
      const row = page.deliveries.find((delivery) => delivery.id === id)
      if (row) return row
    }
  }
  return undefined
}
