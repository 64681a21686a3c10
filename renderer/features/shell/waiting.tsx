import { Hourglass } from 'lucide-react'
import { useLink } from '../../queries/link.ts'
import { useSecondsUntil } from '../../ui/countdown.ts'
import { StatusPill } from '../../ui/status-pill.tsx'
import { LiveStatus } from '../../ui/visually-hidden.tsx'

/** Shorter waits are the ordinary pace, and not worth a word. */
const worthSaying = 2

/** Counts down while requests to the service wait. */
export function Waiting() {
  const { waitingUntil } = useLink()
  const seconds = useSecondsUntil(waitingUntil === null ? null : Date.parse(waitingUntil))
  const waiting = seconds >= worthSaying
  return (
    <>
      {waiting ? (
        <span title="The service asked for a pause. Requests go on by themselves; nothing is lost.">
          <StatusPill tone="warn" icon={Hourglass}>
            Waiting {seconds} s for the service
          </StatusPill>
        </span>
      ) : null}
      <LiveStatus>{waiting ? 'Waiting for the service' : ''}</LiveStatus>
    </>
  )
}
