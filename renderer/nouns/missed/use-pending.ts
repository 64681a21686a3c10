import type { EndpointMissed } from '#shared/missed/model.ts'
import { useSecondsUntil } from '#ui/feedback/error-state.tsx'

/**
 * Returns the number of notes whose event may still arrive. Once it is too late for that, returns 0, even if the host has not
 * reported it yet.
 */
export function usePending({ pending, pendingUntil }: EndpointMissed): number {
  const secondsLeft = useSecondsUntil(pendingUntil === null ? null : Date.parse(pendingUntil))
  return pendingUntil !== null && secondsLeft === 0 ? 0 : pending
}
