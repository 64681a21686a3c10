/**
 * What the service does with a receiver's answer (specification, section 3, *Delivery attempt*):
 * `delivered` done, `retried` exponential backoff for up to four days, `failed` for good.
 */
export type DeliveryOutcome = 'delivered' | 'retried' | 'failed'

export function deliveryOutcome(status: number): DeliveryOutcome {
  if (status >= 200 && status <= 299) return 'delivered'
  if (status === 408 || status === 429 || status >= 500) return 'retried'
  return 'failed'
}

export const outcomeMeanings: Readonly<Record<DeliveryOutcome, string>> = {
  delivered: 'Delivered. The service is done with this event.',
  retried: 'The service tries again with growing delays, for up to four days, with the same id.',
  failed: 'Failed for good. The service does not try this event again.',
}
