import type { QueryClient } from '@tanstack/react-query'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { keys } from '../../host/query-keys.ts'
import { belongs } from './membership.ts'

/** What the counters of the host answer at once, and what it has to count row by row. */
const everyMs = 400
const everyFilteredMs = 2000

/** Has the counts that are shown taken again after something arrived that they may hold: not often, and each by itself. */
export function createCountRefresh(cache: QueryClient): (arrived: readonly DeliverySummary[]) => void {
  const due = new Set<string>()
  return (arrived) => {
    for (const { queryHash, queryKey } of cache.getQueryCache().findAll({
      queryKey: keys.deliveries.counts,
      type: 'active',
    })) {
      const { q = '' } = (queryKey[2] ?? {}) as { readonly q?: string }
      if (due.has(queryHash) || !arrived.some((delivery) => belongs({ q }, delivery) !== false)) continue
      due.add(queryHash)
      const wait = q === '' ? everyMs : everyFilteredMs
      setTimeout(() => {
        due.delete(queryHash)
        void cache.invalidateQueries({ queryKey, exact: true })
      }, wait)
    }
  }
}
