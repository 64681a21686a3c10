import { useEffect, useState } from 'react'
import { useApi } from '../../host/client.ts'
import type { DeliveryFilter } from '../../host/query-keys.ts'
import { type CountedDeliveries, countDeliveries } from './list/removal-queries.ts'

export type DeliveryCount =
  | { readonly state: 'counting'; readonly soFar: number }
  | { readonly state: 'counted'; readonly counted: CountedDeliveries }
  | { readonly state: 'failed'; readonly error: unknown }

/** How many deliveries pass a filter, exactly. Counted once, while this is shown: leaving it ends the counting. */
export function useDeliveryCount(filter: DeliveryFilter): DeliveryCount {
  const api = useApi()
  const [count, setCount] = useState<DeliveryCount>({ state: 'counting', soFar: 0 })
  useEffect(() => {
    const ending = new AbortController()
    const become = (next: DeliveryCount) => {
      if (!ending.signal.aborted) setCount(next)
    }
    become({ state: 'counting', soFar: 0 })
    countDeliveries(api, filter, ending.signal, (soFar) => become({ state: 'counting', soFar })).then(
      (counted) => counted && become({ state: 'counted', counted }),
      (error: unknown) => become({ state: 'failed', error }),
    )
    return () => ending.abort()
  }, [api, filter])
  return count
}
