/**
 * The service's reaction to a response (specification, section 3, *Delivery attempt*).
 * - `delivered`: the delivery is complete.
 * - `retried`: it is retried with exponential backoff for up to 4 days.
 * - `failed`: it is never retried.
 */
export type DeliveryOutcome = 'delivered' | 'retried' | 'failed'

export function deliveryOutcome(status: number): DeliveryOutcome {
  if (status >= 200 && status <= 299) return 'delivered'
  if (status === 408 || status === 429 || status >= 500) return 'retried'
  return 'failed'
}

/** Status of the response to a request outside the time tolerance. It makes the service retry the event. */
export const outOfTimeStatus = 503

export const outcomeMeanings: Readonly<Record<DeliveryOutcome, string>> = {
  delivered: 'Delivered.',
  retried: 'Retried for up to 4 days.',
  failed: 'Failed. No more retries.',
}
