import type { EndpointMissed } from '#shared/missed/model.ts'
import { useSecondsUntil } from '#ui/feedback/error-state.tsx'

/**
 * Returns the number of notes whose event may still arrive. Returns 0 once that time has passed, even before the host reports
 * their state.
 */
export function usePending({ pending, pendingUntil }: EndpointMissed): number {
  const secondsLeft = useSecondsUntil(pendingUntil === null ? null : Date.parse(pendingUntil))
  return pendingUntil !== null && secondsLeft === 0 ? 0 : pending
}
