import type { DeliverySummary } from '#shared/deliveries/model.ts'
import css from './attempted-status.module.css'
import { states, verdicts } from './copy.ts'
import { firstStatus } from './outcome-styles.ts'
import { verdictStyles } from './verdict-styles.ts'

/**
 * The status of a delivery, and what came before it: the attempt that got it unless it was the first (*×3* beside it would read as three
 * such statuses), or what is wrong with it: *Too old*. Its column is narrow, so many attempts are rounded: *1.2K*. A request out of time
 * has its own status, also when a later attempt, which is a row of its own, got another one.
 */
export function AttemptedStatus({
  delivery,
  earlier = 0,
}: {
  readonly delivery: Pick<DeliverySummary, 'status' | 'verdict' | 'attempts'>
  /** How many attempts of its event are deliveries of their own, before this one. */
  readonly earlier?: number | undefined
}) {
  const { status, verdict } = delivery
  const attempts = delivery.attempts + earlier
  const isVerified = verdict === 'verified'
  const first = firstStatus(delivery)
  if (attempts === 1 && isVerified) return status
  return (
    <span className={css.attempted}>
      {attempts > 1 ? (
        <span className={css.attempt}>
          <span className={css.word}>{states.attempt} </span>
          <span className={css.number}>{rounded.format(attempts)}</span>
        </span>
      ) : (
        <span className={css.attempt} data-tone={first === null ? verdictStyles[verdict].tone : 'quiet'}>
          <span className={css.word}>{verdicts[verdict].label}</span>
        </span>
      )}{' '}
      <span className={css.status}>{first ?? status}</span>
    </span>
  )
}

const rounded = new Intl.NumberFormat(undefined, { notation: 'compact' })
