import type { Receiver } from '#shared/receivers/model.ts'

/**
 * Returns the listed endpoints that a receiver doesn't forward. The receiver may reject their deliveries, because it may not have
 * the secrets that signed them. Empty for a receiver with its own secret or none, which treats all deliveries alike.
 */
export function unforwarded(
  { signsWith, rules }: Pick<Receiver, 'signsWith' | 'rules'>,
  endpointIds: readonly string[],
): readonly string[] {
  if (signsWith !== 'endpoint' || rules.endpointIds.length === 0) return []
  return endpointIds.filter((id) => !rules.endpointIds.includes(id))
}

/** Sorts receivers that forward most of these endpoints to the top. */
export function byForwarding(
  receivers: readonly Receiver[],
  endpointIds: readonly string[],
): readonly Receiver[] {
  const missing = (receiver: Receiver) => unforwarded(receiver, endpointIds).length
  return receivers.toSorted((a, b) => missing(a) - missing(b))
}
