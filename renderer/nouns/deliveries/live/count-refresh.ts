import type { QueryClient } from '@tanstack/react-query'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { keys } from '../../../host/query-keys.ts'
import { belongsToList, mayBeKnown } from './membership.ts'

/** Milliseconds to wait after a delivery arrives, so that one refresh includes several deliveries. */
const gatherMs = 400
/** Minimum milliseconds between two refreshes of the same count, to spare the host while deliveries keep arriving. */
const everyMs = 2000

/** Refreshes the visible counts that newly arrived deliveries may change. */
export function createCountRefresh(cache: QueryClient): (arrived: readonly DeliverySummary[]) => void {
  const due = new Set<string>()
  const refreshedAt = new Map<string, number>()
  return (arrived) => {
    for (const { queryHash, queryKey } of cache.getQueryCache().findAll({
      queryKey: keys.deliveries.counts,
      type: 'active',
    })) {
      const { q = '' } = (queryKey[2] ?? {}) as { readonly q?: string }
      const mayChange = (delivery: DeliverySummary) =>
        mayBeKnown(delivery) || belongsToList({ q }, delivery) !== false
      if (due.has(queryHash) || !arrived.some(mayChange)) continue
      due.add(queryHash)
      const since = performance.now() - (refreshedAt.get(queryHash) ?? Number.NEGATIVE_INFINITY)
      setTimeout(
        () => {
          due.delete(queryHash)
          refreshedAt.set(queryHash, performance.now())
          void cache.invalidateQueries({ queryKey, exact: true })
        },
        Math.max(gatherMs, everyMs - since),
      )
    }
  }
}

/** Milliseconds to wait after a send, so that a replay's sends cause a single refresh. */
const gatherSendsMs = 1000

/** Refreshes lists and counts that filter by the results of sends, after sends have ended. */
export function createSentRefresh(cache: QueryClient): () => void {
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    setTimeout(() => {
      isDue = false
      for (const queryKey of [keys.deliveries.lists, keys.deliveries.counts])
        void cache.invalidateQueries({ queryKey, predicate: ({ queryKey: [, , of] }) => filtersBySends(of) })
    }, gatherSendsMs)
  }
}

const filtersBySends = (of: unknown) =>
  /(?:^|\s)-?sent:/i.test((of as { readonly q?: string } | undefined)?.q ?? '')
