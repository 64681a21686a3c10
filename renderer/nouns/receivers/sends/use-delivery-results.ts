import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { DeliveryResults, Receiver, Send } from '#shared/receivers/model.ts'
import { useThrottled } from '#ui/hooks/use-throttled.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { deliveryResults, receiverList } from '../queries.ts'
import { sendResult } from '../receiver-state.ts'
import { sends as copy, resultWords } from './copy.ts'

/** Milliseconds between requests, because scrolling can bring new rows into view with every frame. */
const everyMs = 200
const maxIds = 200

/**
 * Result of a delivery at its receivers. Among several receivers, failures come first, followed by deliveries that are still
 * waiting.
 */
export interface DeliveryResult {
  readonly receiver: Pick<Receiver, 'id' | 'name'>
  /** Number of other receivers that have a result. `words` contains the results of all. */
  readonly others: number
  /** Last send to the receiver. `null` if the delivery waits or is being sent for the first time. */
  readonly send: Send | null
  /** Why the delivery waits, or `null` if it doesn't. */
  readonly why: string | null
  /** Whether the last send to any receiver failed, by the same rule as the filter `sent:failed`. */
  readonly hasFailed: boolean
  readonly words: string
}

/** Returns the result of a delivery. `null` if it was not forwarded or sent, and `undefined` while loading. */
export type DeliveryResultOf = (deliveryId: number) => DeliveryResult | null | undefined

/** Returns the results of the deliveries in view, in one query. Events keep them up to date. */
export function useDeliveryResults(deliveryIds: readonly number[]): DeliveryResultOf {
  const api = useApi()
  const cache = useQueryClient()
  const { data: receivers } = useQuery(receiverList(api))
  // The ids are sorted and joined, so that the same rows in another order are not requested again.
  const inView = deliveryIds
    .toSorted((a, b) => b - a)
    .slice(0, maxIds)
    .join(' ')
  const requested = useThrottled(inView, everyMs)
  const ids = useMemo(() => (requested === '' ? [] : requested.split(' ').map(Number)), [requested])
  const hasReceivers = receivers !== undefined && receivers.length > 0
  const { data, isPlaceholderData } = useQuery({
    ...deliveryResults(api, cache, ids),
    enabled: hasReceivers && ids.length > 0,
  })
  const loaded = useRef<ReadonlySet<number>>(new Set())
  // Unchanged results keep their objects. Otherwise, every response would render all rows again.
  const kept = useRef<ReadonlyMap<number, DeliveryResult>>(new Map())
  return useMemo(() => {
    if (data !== undefined && !isPlaceholderData) loaded.current = new Set(ids)
    const isLoaded = loaded.current
    const before = kept.current
    const results = new Map<number, DeliveryResult>()
    kept.current = results
    const sends = Map.groupBy(data?.sends ?? [], ({ deliveryId }) => deliveryId)
    const pending = Map.groupBy(data?.pending ?? [], ({ deliveryId }) => deliveryId)
    return (id) => {
      if (receivers === undefined || (hasReceivers && !isLoaded.has(id))) return undefined
      const made = results.get(id) ?? resultOf(receivers, sends.get(id) ?? [], pending.get(id) ?? [])
      if (made === null) return null
      const known = before.get(id)
      const isSame = known?.words === made.words && known.send?.id === made.send?.id
      const result = isSame ? known : made
      results.set(id, result)
      return result
    }
  }, [data, isPlaceholderData, ids, receivers, hasReceivers])
}

function resultOf(
  receivers: readonly Receiver[],
  sends: readonly Send[],
  pending: DeliveryResults['pending'],
): DeliveryResult | null {
  const sent = sends.toSorted((a, b) => b.id - a.id)
  const first = pending.filter(({ receiverId }) => !sent.some((send) => send.receiverId === receiverId))
  const failed = sent.find((send) => sendResult(send).tone !== 'ok')
  const waits = first.find(({ why }) => why !== null) ?? first[0]
  const send = failed ?? (waits ? null : (sent[0] ?? null))
  const shown = send ?? waits
  if (!shown) return null
  const named = ({ receiverId: id }: { readonly receiverId: string }) => ({
    id,
    name: visibleText(receivers.find((one) => one.id === id)?.name ?? copy.deletedReceiver),
  })
  return {
    receiver: named(shown),
    others: sent.length + first.length - 1,
    send,
    why: waits?.why ?? null,
    hasFailed: failed !== undefined,
    words: [
      ...sent.map((one) => resultWords.sent(named(one).name, sendResult(one).word)),
      ...first.map((one) => resultWords.pending(named(one).name, one.why)),
    ].join(', '),
  }
}

/** Returns whether any receiver forwards deliveries from the endpoints of these deliveries. */
export function useForwards(deliveries: readonly Pick<DeliverySummary, 'endpointId'>[]): boolean {
  const { data: receivers = [] } = useQuery(receiverList(useApi()))
  return receivers.some(
    ({ live, rules: { endpointIds } }) =>
      live &&
      (endpointIds.length === 0 ||
        deliveries.some(({ endpointId }) => endpointId !== null && endpointIds.includes(endpointId))),
  )
}
