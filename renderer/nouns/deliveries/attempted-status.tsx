import type { DeliverySummary } from '#shared/deliveries/model.ts'
import css from './attempted-status.module.css'
import { states, verdicts } from './copy.ts'
import { firstStatus } from './outcome-styles.ts'
import { verdictStyles } from './verdict-styles.ts'

/**
 * Shows a delivery's status. An attempt number above 1 or, without one, a verdict such as *Too old* precedes it. The column is
 * narrow, so large numbers are shortened, as in *1.2K*.
 */
export function AttemptedStatus({
  delivery,
  earlier = 0,
}: {
  readonly delivery: Pick<DeliverySummary, 'status' | 'verdict' | 'attempts'>
  /** The number of earlier attempts for the same event that are stored as separate deliveries. */
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
