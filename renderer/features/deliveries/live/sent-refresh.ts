import type { QueryClient } from '@tanstack/react-query'
import { keys } from '../../../host/query-keys.ts'

/** So long after a send, those of a replay are in one reading. */
const gatherMs = 1000

/** Reads again what is narrowed by how sends ended, after some ended. */
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
