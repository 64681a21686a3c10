import { useQuery } from '@tanstack/react-query'
import type { FourDayClock as Clock } from '#shared/endpoints/model.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Progress } from '#ui/feedback/spinner.tsx'
import stackCss from '#ui/layout/stack.module.css'
import textCss from '#ui/text/text.module.css'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../../host/client.ts'
import { sessionStatus } from '../../../nouns/workspaces/session-queries.ts'
import { clock as copy, requests } from './copy.ts'

/** Shows the last success, or the failures before the endpoint was disabled, and requests that count as neither. */
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

/** Shows the failures of a disabled endpoint, which the service no longer counts. */
function Counted({ clock: { failingSince, failures } }: { readonly clock: Clock }) {
  if (failingSince === null) return null
  return (
    <p className={textCss.note}>
      <Failed requests={failures} since={failingSince} />
      {copy.untilDisabled}
    </p>
  )
}

/** Shows the number of failed requests, since when, and whether requests that never arrived are included. */
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

/** Shows mismatches without a warning, because anyone who knows the URL can send such a request. */
function Mismatches({ requests: count, since }: NonNullable<Clock['mismatches']>) {
  return (
    <p className={textCss.note}>
      {requests(count)} {copy.mismatchesSince} <TimeText iso={since} />
      {copy.mismatchesText}
    </p>
  )
}

/**
 * Warns that the service disables an endpoint after four days without a success (specification, section 3). The time is an estimate
 * from the deliveries that this machine answered.
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
