import { useQuery } from '@tanstack/react-query'
import type { FourDayClock as Clock } from '#shared/endpoints/model.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Progress } from '#ui/feedback/spinner.tsx'
import stackCss from '#ui/layout/stack.module.css'
import textCss from '#ui/text/text.module.css'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../../host/client.ts'
import { sessionStatus } from '../../workspaces/index.ts'
import { clock as copy, requests } from './copy.ts'

/** The last success, or what failed before it was disabled, and requests that count for neither. */
export function FourDayClock({ clock, enabled }: { readonly clock: Clock; readonly enabled: boolean }) {
  return (
    <>
      {enabled ? <Succeeded clock={clock} /> : <Counted clock={clock} />}
      {clock.mismatches ? <Mismatches {...clock.mismatches} /> : null}
    </>
  )
}

function Succeeded({ clock: { lastSuccessAt, failingSince } }: { readonly clock: Clock }) {
  if (failingSince !== null || lastSuccessAt === null) return null
  return (
    <p className={textCss.note}>
      {copy.lastSuccess} <TimeText iso={lastSuccessAt} />
      {copy.restarts}
    </p>
  )
}

/** For a disabled endpoint: the service no longer counts. */
function Counted({ clock: { failingSince, failures } }: { readonly clock: Clock }) {
  if (failingSince === null) return null
  return (
    <p className={textCss.note}>
      <Failed requests={failures} since={failingSince} />
      {copy.untilDisabled}
    </p>
  )
}

/** How many, since when, and which of them are counted. */
function Failed({ requests: count, since }: { readonly requests: number; readonly since: string }) {
  const { data: session } = useQuery(sessionStatus(useApi()))
  const inSandbox = session?.state === 'connected' && session.workspace.kind === 'sandbox'
  return (
    <>
      {requests(count)} {copy.failedSince[inSandbox ? 'sandbox' : 'service']}{' '}
      <TimeText iso={since} show="short" />
    </>
  )
}

/** Anyone who knows the URL can send such a request, so it is shown without a warning. */
function Mismatches({ requests: count, since }: NonNullable<Clock['mismatches']>) {
  return (
    <p className={textCss.note}>
      {requests(count)} {copy.mismatchesSince} <TimeText iso={since} />
      {copy.mismatchesText}
    </p>
  )
}

/**
 * Without a success for four days the service disables an endpoint (specification, section 3). Estimates when, from the
 * deliveries that this machine answered.
 */
export function FailingBanner({ clock }: { readonly clock: Clock }) {
  const { lastSuccessAt, failingSince, failures, disablesAt } = clock
  if (failingSince === null || disablesAt === null) return null
  const startedAt = Date.parse(lastSuccessAt ?? failingSince)
  const durationMs = Date.parse(disablesAt) - startedAt
  const elapsed = Math.min(1, Math.max(0, (Date.now() - startedAt) / durationMs))
  return (
    <Banner tone={elapsed > 0.5 ? 'danger' : 'warn'} title={copy.title}>
      <div className={stackCss.s2}>
        <p>
          <Failed requests={failures} since={failingSince} />
          {copy.disablesAt}{' '}
          <b>
            <TimeText iso={disablesAt} show="short" isDue />
          </b>
          {copy.orSooner}
        </p>
        <Progress label={copy.progress} value={Math.round(elapsed * 100)} />
      </div>
    </Banner>
  )
}
