import type { EndpointMissed } from '#shared/missed/model.ts'
import { useSecondsUntil } from '#ui/feedback/countdown.ts'

/** Number of notes whose event may still arrive; 0 once that time has passed, before the host says what became of them. */
export function usePending({ pending, pendingUntil }: EndpointMissed): number {
  const secondsLeft = useSecondsUntil(pendingUntil === null ? null : Date.parse(pendingUntil))
  return pendingUntil !== null && secondsLeft === 0 ? 0 : pending
}
