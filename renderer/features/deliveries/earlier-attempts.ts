import type { DeliverySummary } from '#shared/deliveries/model.ts'

/**
 * By id of the verified ones among these: how many requests out of time brought its event before. Each of them is a delivery of its
 * own, but an attempt of the same event.
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

/** Its signature is valid, but it came too late or too early. */
export const isOutOfTime = ({ verdict }: Pick<DeliverySummary, 'verdict'>): boolean =>
  verdict === 'stale' || verdict === 'future'

/** The others among these that are attempts of the same event. */
export function sameEventAmong<D extends DeliverySummary>(
  deliveries: readonly D[],
  of: DeliverySummary,
): readonly D[] {
  if (!isAttempt(of)) return []
  return deliveries.filter(
    (other) => other.id !== of.id && isAttempt(other) && eventOf(other) === eventOf(of),
  )
}

/** Its sender holds the secret, so its ID is that of an event. */
export const isAttempt = (delivery: DeliverySummary): boolean =>
  delivery.webhookId !== null && (delivery.verdict === 'verified' || isOutOfTime(delivery))

const eventOf = ({ endpointId, webhookId }: DeliverySummary) => `${endpointId} ${webhookId}`
