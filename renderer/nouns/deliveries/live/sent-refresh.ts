import type { QueryClient } from '@tanstack/react-query'
import { keys } from '../../../host/query-keys.ts'

/** Milliseconds to wait after a send, so that a replay's sends cause a single refresh. */
const gatherMs = 1000

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
    }, gatherMs)
  }
}

const filtersBySends = (of: unknown) =>
  /(?:^|\s)-?sent:/i.test((of as { readonly q?: string } | undefined)?.q ?? '')
