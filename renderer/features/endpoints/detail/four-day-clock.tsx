import type { FourDayClock as Clock } from '#shared/endpoints/model.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Progress } from '#ui/feedback/spinner.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import css from './endpoint-detail.module.css'

/**
 * With no success for four days the service disables an endpoint (specification, section 3). Says when that would be, as far
 * as this machine answered the deliveries itself.
 */
export function FourDayClock({ clock, enabled }: { readonly clock: Clock; readonly enabled: boolean }) {
  return (
    <>
      {enabled ? <Counting clock={clock} /> : <Counted clock={clock} />}
      {clock.mismatches ? <Mismatches {...clock.mismatches} /> : null}
    </>
  )
}

/** Of an endpoint that is off: the service counts no further. */
function Counted({ clock: { failingSince, failures } }: { readonly clock: Clock }) {
  if (failingSince === null) return null
  return (
    <p className={css.note}>
      {requests(failures)} failed since <TimeText iso={failingSince} />, before it was disabled.
    </p>
  )
}

const requests = (failures: number) =>
  failures === 1 ? 'One request' : `${failures.toLocaleString()} requests`

/** Whoever knows the URL can send one: said, and no alarm. */
function Mismatches({ requests: count, since }: NonNullable<Clock['mismatches']>) {
  return (
    <p className={css.note}>
      {requests(count)} with a signature that does not match since <TimeText iso={since} />. If they come from
      the service, it sees failures: open one of them to see what was tried. Anybody who knows this URL can
      send such requests, so they are not counted.
    </p>
  )
}

function Counting({ clock }: { readonly clock: Clock }) {
  const { lastSuccessAt, failingSince, failures, disablesAt } = clock
  if (failingSince === null || disablesAt === null) {
    return lastSuccessAt === null ? null : (
      <p className={css.note}>
        Last success <TimeText iso={lastSuccessAt} />: the four days begin anew with each.
      </p>
    )
  }
  const begun = Date.parse(lastSuccessAt ?? failingSince)
  const whole = Date.parse(disablesAt) - begun
  const gone = Math.min(1, Math.max(0, (Date.now() - begun) / whole))
  return (
    <Banner
      tone={gone > 0.5 ? 'danger' : 'warn'}
      title="Deliveries fail, and the service counts to four days."
    >
      <div className={css.clock}>
        <p>
          {requests(failures)} failed since <TimeText iso={failingSince} />. Unless one succeeds, the service
          disables this endpoint around{' '}
          <b>
            <TimeText iso={disablesAt} show="exact" />
          </b>
          , or sooner if it saw failures that never reached this machine.
        </p>
        <Progress label="Of the four days" value={Math.round(gone * 100)} />
      </div>
    </Banner>
  )
}
