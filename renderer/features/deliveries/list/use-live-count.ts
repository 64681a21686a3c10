import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApi } from '../../../host/client.ts'
import { type DeliveryFilter, keys } from '../../../host/query-keys.ts'
import { deliveryTotal } from '../queries.ts'
import type { DeliveryCount } from '../use-delivery-count.ts'
import { countDeliveries } from './remove/queries.ts'

/** How many deliveries match a filter, exactly, while they arrive and go. `null`: nothing is to be counted. */
export function useLiveCount(filter: DeliveryFilter | null): DeliveryCount {
  const api = useApi()
  const enabled = filter !== null
  const [soFar, setSoFar] = useState(0)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keys.deliveries.liveCount(filter ?? {}),
    async queryFn({ signal }) {
      const begunAt = Date.now()
      const counted = await countDeliveries(api, filter ?? {}, signal, setSoFar)
      if (counted === null) throw signal.reason
      return { begunAt, counted }
    },
    enabled,
    gcTime: 0,
  })
  // The total is read again after any change, at a pace that the host can keep.
  const { dataUpdatedAt: changedAt } = useQuery({ ...deliveryTotal(api), enabled })
  const isOld = data !== undefined && data.begunAt < changedAt
  useEffect(() => {
    // Not before the last count ends: in a flood, none would.
    if (isOld && !isFetching && error === null) void refetch()
  }, [isOld, isFetching, error, refetch])

  if (data !== undefined) return { state: 'counted', counted: data.counted }
  return error === null ? { state: 'counting', soFar } : { state: 'failed', error }
}
