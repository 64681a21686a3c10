import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { matchesFilter } from '#shared/deliveries/filter/filter-matching.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { DeliveryFilter } from '../../../host/query-keys.ts'

/** Whether a delivery belongs in a list. `null` if only the host can decide, because the filter searches bodies. */
export function belongsToList(list: DeliveryFilter, delivery: DeliverySummary): boolean | null {
  const { endpointId, noteId, q } = list
  if (endpointId !== undefined && delivery.endpointId !== endpointId) return false
  if (noteId !== undefined && delivery.noteId !== noteId) return false
  return q === undefined ? true : matchesFilter(parseCached(q), delivery)
}

/** Whether lists and counts may already contain this event with another status, because it was delivered before. */
export const mayBeKnown = ({ attempts, verdict }: Pick<DeliverySummary, 'attempts' | 'verdict'>): boolean =>
  attempts > 1 || verdict === 'stale' || verdict === 'future'

/** Parsed filters by their text. Cached because every delivery is checked against each visible filter. */
const parsedFilters = new Map<string, ReturnType<typeof parseDeliveryFilter>>()
const maxParsedFilters = 100
function parseCached(q: string) {
  const filter = parsedFilters.get(q) ?? parseDeliveryFilter(q)
  if (parsedFilters.size >= maxParsedFilters) parsedFilters.clear()
  parsedFilters.set(q, filter)
  return filter
}

const intervalMs = 250
const maxIdsPerCall = 200

export type MembershipLookup = (list: QueryKey, ids: readonly number[]) => void

/** Determines which new deliveries belong in a list, by querying the host in batches, and inserts them. */
export function createMembershipLookup(
  api: Client,
  cache: QueryClient,
  insert: (list: QueryKey, deliveries: readonly DeliverySummary[]) => void,
): MembershipLookup {
  const waiting = new Map<string, { readonly list: QueryKey; readonly ids: Set<number> }>()
  let isDue = false

  const lookUp = async ({ list, ids }: { readonly list: QueryKey; readonly ids: Set<number> }) => {
    const all = [...ids]
    for (let at = 0; at < all.length; at += maxIdsPerCall) {
      const some = all.slice(at, at + maxIdsPerCall)
      const filter = (list[2] ?? {}) as DeliveryFilter
      const found = await api.call('deliveries.list', { ...filter, ids: some, limit: maxIdsPerCall })
      insert(list, found.deliveries)
    }
  }

  return (list, ids) => {
    const key = JSON.stringify(list)
    const known = waiting.get(key) ?? { list, ids: new Set<number>() }
    for (const id of ids) known.ids.add(id)
    waiting.set(key, known)
    if (isDue) return
    isDue = true
    setTimeout(() => {
      isDue = false
      const due = [...waiting.values()]
      waiting.clear()
      for (const one of due) {
        // After an error, the list is loaded again and then includes the deliveries.
        lookUp(one).catch(() => void cache.invalidateQueries({ queryKey: one.list }))
      }
    }, intervalMs)
  }
}
