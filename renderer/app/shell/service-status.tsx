import { useQuery } from '@tanstack/react-query'
import { Hourglass, WifiOff } from 'lucide-react'
import type { ServiceLink } from '#shared/workspaces/session-contract.ts'
import { useSecondsUntil } from '#ui/feedback/countdown.ts'
import { ExplainedPill } from '#ui/feedback/explained-pill.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import { serviceLink } from '../../features/workspaces/index.ts'
import { useApi } from '../../host/client.ts'

/** Shorter waits are the ordinary pace, and not worth a word. */
const worthSaying = 2

/** Counts down while requests to the service wait, and says when it does not answer. */
export function ServiceStatus() {
  const { data: link } = useQuery(serviceLink(useApi()))
  const waitingUntil = link?.waitingUntil ?? null
  const seconds = useSecondsUntil(waitingUntil === null ? null : Date.parse(waitingUntil))
  const waiting = seconds >= worthSaying
  const trouble = link?.trouble ?? null
  return (
    <>
      {waiting ? (
        <ExplainedPill
          tone="warn"
          icon={Hourglass}
          why="The service asked for a pause. Requests go on by themselves; nothing is lost."
        >
          Waiting {seconds} s for the service
        </ExplainedPill>
      ) : trouble ? (
        <Trouble trouble={trouble} />
      ) : null}
      <LiveStatus>
        {waiting ? 'Waiting for the service' : trouble ? troubleWords[trouble.code].short : ''}
      </LiveStatus>
    </>
  )
}

function Trouble({ trouble: { code, since } }: { readonly trouble: NonNullable<ServiceLink['trouble']> }) {
  const { short, why } = troubleWords[code]
  return (
    <ExplainedPill tone="danger" icon={WifiOff} why={why}>
      {short}, <TimeText iso={since} />
    </ExplainedPill>
  )
}

const stays =
  'What was read before stays in view, the search goes on in the index, and deliveries are received as ever.'

const troubleWords = {
  unreachable: { short: 'Service not reachable', why: `No connection to the service. ${stays}` },
  timeout: { short: 'Service does not answer', why: `The service took too long to answer. ${stays}` },
  insecure: {
    short: 'Service not proven',
    why: `The certificate of the service was not accepted, so nothing is sent. ${stays}`,
  },
  'service-failed': { short: 'Service has a problem', why: `The service answers with errors. ${stays}` },
} as const
