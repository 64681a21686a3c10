import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { matchesFilter } from '#shared/deliveries/filter/filter-matching.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { DeliveryFilter } from '../../host/query-keys.ts'

/** Whether a delivery belongs into a list; `null` where only the host can tell, who has the bodies. */
export function belongs(list: DeliveryFilter, delivery: DeliverySummary): boolean | null {
  const { endpointId, noteId, q } = list
  if (endpointId !== undefined && delivery.endpointId !== endpointId) return false
  if (noteId !== undefined && delivery.noteId !== noteId) return false
  return q === undefined ? true : matchesFilter(parsed(q), delivery)
}

/** Of the filters that are looked at; a flood asks for each with every delivery. */
const read = new Map<string, ReturnType<typeof parseDeliveryFilter>>()
const mostRead = 100
function parsed(q: string) {
  const filter = read.get(q) ?? parseDeliveryFilter(q)
  if (read.size >= mostRead) read.clear()
  read.set(q, filter)
  return filter
}

const askEveryMs = 250
const mostAtOnce = 200

export type MembershipLookup = (list: QueryKey, ids: readonly number[]) => void

/** Asks the host which of some arrivals belong into a list, for several at a time, and hands them over. */
export function createMembershipLookup(
  api: Client,
  cache: QueryClient,
  put: (list: QueryKey, deliveries: readonly DeliverySummary[]) => void,
): MembershipLookup {
  const waiting = new Map<string, { readonly list: QueryKey; readonly ids: Set<number> }>()
  let isDue = false

  const ask = async ({ list, ids }: { readonly list: QueryKey; readonly ids: Set<number> }) => {
    const all = [...ids]
    for (let at = 0; at < all.length; at += mostAtOnce) {
      const some = all.slice(at, at + mostAtOnce)
      const filter = (list[2] ?? {}) as DeliveryFilter
      const found = await api.call('deliveries.list', { ...filter, ids: some, limit: mostAtOnce })
      put(list, found.deliveries)
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
        // What could not be asked is found when the list is read again.
        ask(one).catch(() => void cache.invalidateQueries({ queryKey: one.list }))
      }
    }, askEveryMs)
  }
}
