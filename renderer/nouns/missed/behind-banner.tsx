import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { EndpointMissed } from '#shared/missed/model.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { useSecondsUntil } from '#ui/feedback/error-state.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../host/client.ts'
import { banner as copy, line } from './copy.ts'
import { missedStatus } from './queries.ts'

/** Shows which events an endpoint's receiver missed, with the most useful action. Renders nothing if none were missed. */
export function BehindBanner({ endpointId }: { readonly endpointId: string }) {
  const { data } = useQuery(missedStatus(useApi()))
  const found = data?.endpoints.find((one) => one.endpointId === endpointId)
  return found ? <OfEndpoint {...found} /> : null
}

function OfEndpoint(of: EndpointMissed) {
  const { endpointId, behind, since, pendingUntil, unknown } = of
  const pending = usePending(of)
  if (behind > 0)
    return (
      <Banner
        tone="warn"
        title={copy.behind(behind)}
        action={
          <Link to="/missed" search={{ endpoint: endpointId, form: 'catch-up' }}>
            {line.catchUp}
          </Link>
        }
      >
        {since === null ? null : (
          <>
            {line.since} <TimeText iso={since} show="short" />
          </>
        )}
      </Banner>
    )
  if (pending + unknown === 0) return null
  return (
    <Banner
      title={pending > 0 ? copy.pending(pending) : copy.unknown(unknown)}
      action={
        <Link to="/missed" search={{ endpoint: endpointId }}>
          {line.show}
        </Link>
      }
    >
      {pending > 0 ? (
        <>
          {line.until} <TimeText iso={pendingUntil} show="short" isDue />
        </>
      ) : null}
    </Banner>
  )
}

/**
 * Returns the number of notes whose event may still arrive. Once it is too late for that, returns 0, even if the host has not
 * reported it yet.
 */
export function usePending({ pending, pendingUntil }: EndpointMissed): number {
  const secondsLeft = useSecondsUntil(pendingUntil === null ? null : Date.parse(pendingUntil))
  return pendingUntil !== null && secondsLeft === 0 ? 0 : pending
}
