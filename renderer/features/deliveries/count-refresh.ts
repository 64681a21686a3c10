import type { QueryClient } from '@tanstack/react-query'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { keys } from '../../host/query-keys.ts'
import { belongsToList } from './membership.ts'

/** Counts without a filter are read from counters; others are counted row by row, so they are refreshed less often. */
const everyMs = 400
const everySlowMs = 2000

interface Counted {
  readonly q?: string
  readonly isSlow?: boolean
}

/** Refreshes each count on screen after deliveries arrive that it may include, at most once in its interval. */
export function createCountRefresh(cache: QueryClient): (arrived: readonly DeliverySummary[]) => void {
  const due = new Set<string>()
  return (arrived) => {
    for (const { queryHash, queryKey } of cache.getQueryCache().findAll({
      queryKey: keys.deliveries.counts,
      type: 'active',
    })) {
      const { q = '', isSlow = q !== '' } = (queryKey[2] ?? {}) as Counted
      if (due.has(queryHash) || !arrived.some((delivery) => belongsToList({ q }, delivery) !== false))
        continue
      due.add(queryHash)
      const wait = isSlow ? everySlowMs : everyMs
      setTimeout(() => {
        due.delete(queryHash)
        void cache.invalidateQueries({ queryKey, exact: true })
      }, wait)
    }
  }
}
