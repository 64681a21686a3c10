import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Send } from '#shared/receivers/model.ts'
import { useThrottled } from '#ui/hooks/use-throttled.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { failedForwards, receiverList } from '../queries.ts'
import { sendResult } from '../receiver-state.ts'
import { sends as copy, forwardFailed } from './copy.ts'

/** Milliseconds between requests, because a flood brings new rows into view with each frame. */
const everyMs = 200
/** Maximum number of ids per call. */
const maxIds = 200

/** Returns the failed forwards of a delivery with the reasons; `null` if there are none, as far as known. */
export function useFailedForwards(deliveryIds: readonly number[]): (deliveryId: number) => string | null {
  const api = useApi()
  const { data: receivers } = useQuery(receiverList(api))
  // Sorted and joined as text, so that the same rows in another order are not requested again.
  const inView = deliveryIds
    .toSorted((a, b) => b - a)
    .slice(0, maxIds)
    .join(' ')
  const asked = useThrottled(inView, everyMs)
  const ids = useMemo(() => (asked === '' ? [] : asked.split(' ').map(Number)), [asked])
  const hasReceivers = receivers !== undefined && receivers.length > 0
  const { data } = useQuery({ ...failedForwards(api, ids), enabled: hasReceivers && ids.length > 0 })
  return useMemo(() => {
    const names = new Map(receivers?.map(({ id, name }) => [id, visibleText(name)]))
    const byDelivery = Map.groupBy(data ?? [], ({ deliveryId }) => deliveryId)
    const wordsOf = (send: Send) =>
      [names.get(send.receiverId) ?? copy.deletedReceiver, sendResult(send).word] as const
    return (deliveryId) => {
      const failed = byDelivery.get(deliveryId)
      return failed ? forwardFailed(failed.map(wordsOf)) : null
    }
  }, [data, receivers])
}
