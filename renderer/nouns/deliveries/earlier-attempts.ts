import type { DeliverySummary } from '#shared/deliveries/model.ts'

/**
 * Returns, by delivery id, how many attempts of the event were rejected before because they arrived outside the time window. Each
 * of them is stored as a separate delivery.
 */
export function earlierAttempts(deliveries: readonly DeliverySummary[]): ReadonlyMap<number, number> {
  const outOfTime = deliveries.filter(isOutOfTime)
  if (outOfTime.length === 0) return none
  const idsOf = Map.groupBy(outOfTime, eventOf)
  return new Map(
    deliveries
      .filter(({ verdict }) => verdict === 'verified')
      .map((delivery) => [
        delivery.id,
        idsOf.get(eventOf(delivery))?.filter(({ id }) => id < delivery.id).length ?? 0,
      ]),
  )
}

const none: ReadonlyMap<number, number> = new Map()

/** Whether the signature is valid but the request arrived too late or too early. */
export const isOutOfTime = ({ verdict }: Pick<DeliverySummary, 'verdict'>): boolean =>
  verdict === 'stale' || verdict === 'future'

/** Returns the other deliveries in the list that are attempts of the same event. */
export function sameEventAmong<D extends DeliverySummary>(
  deliveries: readonly D[],
  of: DeliverySummary,
): readonly D[] {
  if (!isAttempt(of)) return []
  return deliveries.filter(
    (other) => other.id !== of.id && isAttempt(other) && eventOf(other) === eventOf(of),
  )
}

/**
 * Whether the delivery is an attempt of the event named in its `webhook-id` header. An unverified sender can put any id there.
 */
export const isAttempt = (delivery: DeliverySummary): boolean =>
  delivery.webhookId !== null && (delivery.verdict === 'verified' || isOutOfTime(delivery))

const eventOf = ({ endpointId, webhookId }: DeliverySummary) => `${endpointId} ${webhookId}`
