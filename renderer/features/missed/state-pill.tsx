import type { EndpointMissed } from '#shared/missed/model.ts'
import { StatusPill } from '#ui/feedback/status-pill.tsx'
import { states } from './copy.ts'

/** The notes of an endpoint that are behind or were never heard. */
export const behindOf = ({ behind, never }: Pick<EndpointMissed, 'behind' | 'never'>): number =>
  behind + never

/** The state of an endpoint in a word. */
export function MissedPill({ of }: { readonly of: EndpointMissed }) {
  const behind = behindOf(of)
  if (of.cannotTell !== null) return <StatusPill>{states.cannotTell}</StatusPill>
  if (behind > 0) return <StatusPill tone="warn">{states.behind(behind)}</StatusPill>
  if (of.pending > 0) return <StatusPill tone="info">{states.pending(of.pending)}</StatusPill>
  return <StatusPill tone="ok">{states.upToDate}</StatusPill>
}
