import { Fragment, type ReactNode } from 'react'
import type { EndpointMissed } from '#shared/missed/model.ts'
import { TimeText } from '#ui/text/time-text.tsx'
import { line } from './copy.ts'
import { usePending } from './use-pending.ts'

/** Shows details of the state: its start, its end, and the number of caught-up notes. */
export function MissedFacts({ of }: { readonly of: EndpointMissed }) {
  const { isKnown, behind, since, pendingUntil, caughtUp, unknown } = of
  const pending = usePending(of)
  const facts: ReactNode[] = []
  if (!isKnown) facts.push(line.notKnown)
  else if (behind + of.pending + caughtUp === 0) facts.push(line.none)
  if (behind > 0 && since !== null)
    facts.push(
      <>
        {line.since} <TimeText iso={since} show="short" />
      </>,
    )
  if (pending > 0)
    facts.push(
      <>
        {line.pending(pending)} {line.until} <TimeText iso={pendingUntil} show="short" isDue />
      </>,
    )
  if (caughtUp > 0) facts.push(line.caughtUp(caughtUp))
  if (unknown > 0) facts.push(line.unknown(unknown))
  return facts.map((fact, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity
    <Fragment key={at}>
      {at > 0 ? ' · ' : null}
      {fact}
    </Fragment>
  ))
}
