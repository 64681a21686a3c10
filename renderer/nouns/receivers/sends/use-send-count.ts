import { useInfiniteQuery } from '@tanstack/react-query'
import { useApi } from '../../../host/client.ts'
import { sendList } from '../queries.ts'

/** Returns how often a delivery was sent to receivers, or `undefined` until that is known. */
export function useSendCount(deliveryId: number): number | undefined {
  const { data } = useInfiniteQuery(sendList(useApi(), { deliveryId }))
  return data?.pages[0]?.total
}
