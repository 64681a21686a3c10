import type { DeliverySummary } from '#shared/deliveries/model.ts'

/** By id: the verified ones among these whose event came before as a request out of time, which is a delivery of its own. */
export function retriesAmong(deliveries: readonly DeliverySummary[]): ReadonlySet<number> {
  const outOfTime = deliveries.filter(({ verdict }) => verdict === 'stale' || verdict === 'future')
  if (outOfTime.length === 0) return none
  const firstOf = new Map(outOfTime.map((delivery) => [eventOf(delivery), delivery.id]))
  const isRetry = (delivery: DeliverySummary) =>
    delivery.verdict === 'verified' && (firstOf.get(eventOf(delivery)) ?? delivery.id) < delivery.id
  return new Set(deliveries.filter(isRetry).map(({ id }) => id))
}

const none: ReadonlySet<number> = new Set()

const eventOf = ({ endpointId, webhookId }: DeliverySummary) => `${endpointId} ${webhookId}`
