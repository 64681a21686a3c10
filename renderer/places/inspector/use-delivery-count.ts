import { useEffect, useState } from 'react'
import { useApi } from '../../host/client.ts'
import type { DeliveryFilter } from '../../host/query-keys.ts'
import { type CountedDeliveries, countDeliveries } from './list/remove/queries.ts'

export type DeliveryCount =
  | { readonly state: 'counting'; readonly soFar: number }
  | { readonly state: 'counted'; readonly counted: CountedDeliveries }
  | { readonly state: 'failed'; readonly error: unknown }

/**
 * Returns the exact number of matching deliveries, counted once. Unmounting cancels the count. With `null`, nothing is counted.
 */
export function useDeliveryCount(filter: DeliveryFilter | null): DeliveryCount {
  const api = useApi()
  const [count, setCount] = useState<DeliveryCount>({ state: 'counting', soFar: 0 })
  useEffect(() => {
    if (filter === null) return
    const abort = new AbortController()
    const setState = (next: DeliveryCount) => {
      if (!abort.signal.aborted) setCount(next)
    }
    setState({ state: 'counting', soFar: 0 })
    countDeliveries(api, filter, abort.signal, (soFar) => setState({ state: 'counting', soFar })).then(
      (counted) => counted && setState({ state: 'counted', counted }),
      (error: unknown) => setState({ state: 'failed', error }),
    )
    return () => abort.abort()
  }, [api, filter])
  return count
}
