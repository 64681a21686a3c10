import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { OutputOf } from '../../shared/contract/index.ts'
import type { DeliverySummary } from '../../shared/domain/delivery.ts'
import { keys } from './keys.ts'

type DeliveryPages = InfiniteData<OutputOf<'inspector.deliveries'>, number | null>

/** Puts deliveries into every list they belong to, by id: a new one on top, a known one where it is. Twice is harmless. */
export function upsertDeliveries(cache: QueryClient, arrived: readonly DeliverySummary[]): void {
  for (const [key] of cache.getQueriesData<DeliveryPages>({ queryKey: keys.inspector.lists })) {
    const { endpointId } = (key[2] ?? {}) as { readonly endpointId?: string }
    const ours = arrived.filter((delivery) => endpointId === undefined || delivery.endpointId === endpointId)
    if (ours.length > 0) cache.setQueryData<DeliveryPages>(key, (pages) => pages && merged(pages, ours))
  }
  for (const { id } of arrived) void cache.invalidateQueries({ queryKey: keys.inspector.delivery(id) })
}

function merged(data: DeliveryPages, arrived: readonly DeliverySummary[]): DeliveryPages {
  const waiting = new Map(arrived.map((delivery) => [delivery.id, delivery]))
  const pages = data.pages.map((page) => {
    if (!page.deliveries.some(({ id }) => waiting.has(id))) return page
    const deliveries = page.deliveries.map((known) => {
      const update = waiting.get(known.id)
      waiting.delete(known.id)
      return update ?? known
    })
    return { ...page, deliveries }
  })
  const [first, ...rest] = pages
  if (!first || waiting.size === 0) return { ...data, pages }
  // One older than what is loaded belongs to a page not read yet, and comes with it.
  const newest = first.deliveries[0]?.id ?? Number.NEGATIVE_INFINITY
  const fresh = [...waiting.values()].filter(({ id }) => id > newest).sort((a, b) => b.id - a.id)
  return { ...data, pages: [{ ...first, deliveries: [...fresh, ...first.deliveries] }, ...rest] }
}
