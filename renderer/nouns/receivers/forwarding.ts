import type { Receiver } from '#shared/receivers/model.ts'

/**
 * Returns the listed endpoints that a receiver doesn't forward. Their deliveries are signed with secrets that the receiver may
 * not have, so it may reject them. Empty for a receiver that uses its own secret or none, because it treats all deliveries alike.
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
