import type { Receiver } from '#shared/receivers/model.ts'
import { blockedWaiting, ofThem, secretGone } from './copy.ts'

/**
 * Describes why a receiver's waiting deliveries can't be sent, and the remedy. Returns `null` if nothing is known to block them.
 */
export function blockedWords(
  { status: { waiting } }: Pick<Receiver, 'status'>,
  forwardsNothing: boolean,
): string | null {
  if (waiting.blocked === null) return null
  const { reason, count } = waiting.blocked
  if (reason === 'unsigned' && forwardsNothing) return secretGone
  const { why, remedy } = blockedWaiting[reason]
  return `${count < waiting.count ? ofThem(count, why) : why} ${remedy}`
}
