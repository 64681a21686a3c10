import { useQuery } from '@tanstack/react-query'
import { Hourglass, WifiOff } from 'lucide-react'
import type { ServiceConnection } from '#shared/workspaces/session-contract.ts'
import { useSecondsUntil } from '#ui/feedback/countdown.ts'
import { ExplainedPill } from '#ui/feedback/explained-pill.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import { serviceConnection } from '../../features/workspaces/index.ts'
import { useApi } from '../../host/client.ts'
import { copy } from './copy.ts'

/** In seconds. Shorter waits are the normal pace. */
const shortestShown = 2

/** Counts down while requests to the service wait, and shows when it does not answer. */
export function ServiceStatus() {
  const { data: link } = useQuery(serviceConnection(useApi()))
  const waitingUntil = link?.waitingUntil ?? null
  const seconds = useSecondsUntil(waitingUntil === null ? null : Date.parse(waitingUntil))
  const waiting = seconds >= shortestShown
  const trouble = link?.trouble ?? null
  return (
    <>
      {waiting ? (
        <ExplainedPill tone="warn" icon={Hourglass} why={copy.service.waitingWhy}>
          {copy.service.waiting(seconds)}
        </ExplainedPill>
      ) : trouble ? (
        <Trouble trouble={trouble} />
      ) : null}
      <LiveStatus>
        {waiting ? copy.service.waitingSpoken : trouble ? copy.service.trouble[trouble.code].label : ''}
      </LiveStatus>
    </>
  )
}

function Trouble({
  trouble: { code, since },
}: {
  readonly trouble: NonNullable<ServiceConnection['trouble']>
}) {
  const { label, why } = copy.service.trouble[code]
  return (
    <ExplainedPill tone="danger" icon={WifiOff} why={why}>
      {label}, <TimeText iso={since} />
    </ExplainedPill>
  )
}
