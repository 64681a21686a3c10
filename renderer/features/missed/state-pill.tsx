import type { EndpointMissed } from '#shared/missed/model.ts'
import { StatusPill } from '#ui/status/status-pill.tsx'
import { behindOf } from './behind-of.ts'
import { states } from './copy.ts'

/** The state of an endpoint in a word. */
export function MissedPill({ of }: { readonly of: EndpointMissed }) {
  const behind = behindOf(of)
  if (of.cannotTell !== null) return <StatusPill>{states.cannotTell}</StatusPill>
  if (behind > 0) return <StatusPill tone="warn">{states.behind(behind)}</StatusPill>
  if (of.pending > 0) return <StatusPill tone="info">{states.pending(of.pending)}</StatusPill>
  return <StatusPill tone="ok">{states.upToDate}</StatusPill>
}
