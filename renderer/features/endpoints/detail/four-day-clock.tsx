import type { FourDayClock as Clock } from '#shared/endpoints/model.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Progress } from '#ui/feedback/spinner.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { clock as copy, requests } from './copy.ts'
import css from './endpoint-detail.module.css'

/**
 * Without a success for four days the service disables an endpoint (specification, section 3). Estimates when, from the
 * deliveries that this machine answered.
 */
export function FourDayClock({ clock, enabled }: { readonly clock: Clock; readonly enabled: boolean }) {
  return (
    <>
      {enabled ? <Counting clock={clock} /> : <Counted clock={clock} />}
      {clock.mismatches ? <Mismatches {...clock.mismatches} /> : null}
    </>
  )
}

/** For a disabled endpoint: the service no longer counts. */
function Counted({ clock: { failingSince, failures } }: { readonly clock: Clock }) {
  if (failingSince === null) return null
  return (
    <p className={css.note}>
      {requests(failures)} {copy.failedSince} <TimeText iso={failingSince} />
      {copy.beforeDisabled}
    </p>
  )
}

/** Anyone who knows the URL can send such a request, so it is shown without a warning. */
function Mismatches({ requests: count, since }: NonNullable<Clock['mismatches']>) {
  return (
    <p className={css.note}>
      {requests(count)} {copy.mismatchesSince} <TimeText iso={since} />
      {copy.mismatchesText}
    </p>
  )
}

function Counting({ clock }: { readonly clock: Clock }) {
  const { lastSuccessAt, failingSince, failures, disablesAt } = clock
  if (failingSince === null || disablesAt === null) {
    return lastSuccessAt === null ? null : (
      <p className={css.note}>
        {copy.lastSuccess} <TimeText iso={lastSuccessAt} />
        {copy.restarts}
      </p>
    )
  }
  const startedAt = Date.parse(lastSuccessAt ?? failingSince)
  const durationMs = Date.parse(disablesAt) - startedAt
  const elapsed = Math.min(1, Math.max(0, (Date.now() - startedAt) / durationMs))
  return (
    <Banner tone={elapsed > 0.5 ? 'danger' : 'warn'} title={copy.title}>
      <div className={css.clock}>
        <p>
          {requests(failures)} {copy.failedSince} <TimeText iso={failingSince} />
          {copy.disablesAt}{' '}
          <b>
            <TimeText iso={disablesAt} show="exact" isDue />
          </b>
          {copy.orSooner}
        </p>
        <Progress label={copy.progress} value={Math.round(elapsed * 100)} />
      </div>
    </Banner>
  )
}
