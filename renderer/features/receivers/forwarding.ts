import type { Receiver } from '#shared/receivers/model.ts'

/**
 * The endpoints of these that a receiver does not forward. What comes to them is signed with their secrets, which it may not have, so
 * that it rejects them. One with a secret of its own, or none, verifies all alike.
 */
export function unforwarded(
  { signsWith, rules }: Pick<Receiver, 'signsWith' | 'rules'>,
  endpointIds: readonly string[],
): readonly string[] {
  if (signsWith !== 'endpoint' || rules.endpointIds.length === 0) return []
  return endpointIds.filter((id) => !rules.endpointIds.includes(id))
}

/** Those first that forward most of these endpoints. */
export function byForwarding(
  receivers: readonly Receiver[],
  endpointIds: readonly string[],
): readonly Receiver[] {
  const missing = (receiver: Receiver) => unforwarded(receiver, endpointIds).length
  return receivers.toSorted((a, b) => missing(a) - missing(b))
}
