import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Attempt, DeliveryDetail, DeliverySummary } from '#shared/deliveries/model.ts'
import { useApi } from '../../../host/client.ts'
import { isAttempt, sameEventAmong } from '../../../nouns/deliveries/earlier-attempts.ts'
import { delivery as deliveryQuery, foundDeliveries } from '../../../nouns/deliveries/queries.ts'

const none: readonly DeliverySummary[] = []

/** Returns the other stored deliveries of the same event at the same endpoint. */
export function useSameEvent(delivery: DeliverySummary | undefined): readonly DeliverySummary[] {
  const webhookId = delivery && isAttempt(delivery) ? delivery.webhookId : null
  const { data = none } = useQuery({
    ...foundDeliveries(useApi(), webhookId ?? ''),
    enabled: webhookId !== null,
  })
  return useMemo(() => (delivery ? sameEventAmong(data, delivery) : none), [data, delivery])
}

export function useWhole(
  deliveries: readonly (DeliverySummary | DeliveryDetail)[],
): readonly DeliveryDetail[] {
  const api = useApi()
  const rows = deliveries.filter((delivery) => !isWhole(delivery))
  const read = useQueries({ queries: rows.map(({ id }) => deliveryQuery(api, id)), combine: onlyRead })
  return useMemo(() => [...deliveries.filter(isWhole), ...read], [deliveries, read])
}

const isWhole = (delivery: DeliverySummary | DeliveryDetail): delivery is DeliveryDetail =>
  'attemptLog' in delivery

const onlyRead = (results: readonly { readonly data: DeliveryDetail | undefined }[]) =>
  results.flatMap(({ data }) => data ?? [])

/** Counts the event's attempts up to this delivery's last attempt. */
export function attemptsUpTo(delivery: DeliverySummary, sameEvent: readonly DeliverySummary[]): number {
  return sum(sameEvent.filter(({ id }) => id < delivery.id)) + delivery.attempts
}

export function attemptsOfEvent(delivery: DeliverySummary, sameEvent: readonly DeliverySummary[]): number {
  return sum(sameEvent) + delivery.attempts
}

const sum = (deliveries: readonly DeliverySummary[]) =>
  deliveries.reduce((count, { attempts }) => count + attempts, 0)

export interface EventAttempt extends Attempt {
  readonly deliveryId: number
}

/**
 * Returns the attempts of all deliveries, oldest first. They are sorted by time, or by delivery id if the clock was set back in
 * between, because ids only ever increase.
 */
export function attemptsOf(deliveries: readonly DeliveryDetail[]): readonly EventAttempt[] {
  const inOrder = deliveries.toSorted((one, other) => one.id - other.id)
  const all = inOrder.flatMap(({ id, attemptLog }) =>
    attemptLog.map((attempt) => ({ ...attempt, deliveryId: id })),
  )
  const isSetBack = inOrder.some(
    ({ firstReceivedAt }, at) =>
      Date.parse(firstReceivedAt) < Date.parse(inOrder[at - 1]?.firstReceivedAt ?? ''),
  )
  if (deliveries.length === 1 || isSetBack) return all
  return all.sort((one, other) => Date.parse(one.receivedAt) - Date.parse(other.receivedAt))
}
