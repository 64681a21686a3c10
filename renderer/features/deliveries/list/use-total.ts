import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../host/client.ts'
import type { DeliveryFilter } from '../../../host/query-keys.ts'
import { deliveryTotal } from '../queries.ts'
import { useDeliveryCount } from '../use-delivery-count.ts'

/** How many deliveries match the filter of the list; `null` until that is known, and where it is not needed. */
export function useTotal(filter: DeliveryFilter, isNeeded: boolean): number | null {
  const isAll = filter.q === undefined
  const all = useQuery({ ...deliveryTotal(useApi()), enabled: isNeeded && isAll })
  const count = useDeliveryCount(isNeeded && !isAll ? filter : null)
  if (!isNeeded) return null
  if (isAll) return all.data?.count ?? null
  return count.state === 'counted' ? count.counted.matching : null
}
