import type { EndpointMissed } from '#shared/missed/model.ts'
import { StatusPill } from '#ui/status/status-pill.tsx'
import { states } from './copy.ts'

/** Shows the state of an endpoint in a word. */
export function MissedPill({ of: { isKnown, behind, pending } }: { readonly of: EndpointMissed }) {
  if (!isKnown) return <StatusPill>{states.unknown}</StatusPill>
  if (behind > 0) return <StatusPill tone="warn">{states.behind(behind)}</StatusPill>
  if (pending > 0) return <StatusPill tone="info">{states.pending(pending)}</StatusPill>
  return <StatusPill tone="ok">{states.upToDate}</StatusPill>
}
