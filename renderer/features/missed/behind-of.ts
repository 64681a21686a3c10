import type { EndpointMissed } from '#shared/missed/model.ts'
import { useSecondsUntil } from '#ui/feedback/countdown.ts'

/** The notes of an endpoint that are behind or were never heard. */
export const behindOf = ({ behind, never }: Pick<EndpointMissed, 'behind' | 'never'>): number =>
  behind + never

/** The notes whose event may still come. None once that time has passed, when the host has not said yet what became of them. */
export function usePending({ pending, pendingUntil }: EndpointMissed): number {
  const secondsLeft = useSecondsUntil(pendingUntil === null ? null : Date.parse(pendingUntil))
  return pendingUntil !== null && secondsLeft === 0 ? 0 : pending
}
