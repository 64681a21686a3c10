import type { DeliverySummary } from '#shared/deliveries/model.ts'
import css from './attempted-status.module.css'
import { states, verdicts } from './copy.ts'
import { firstStatus } from './outcome-styles.ts'
import { verdictStyles } from './verdict-styles.ts'

/**
 * The status of a delivery, and what came before it: the attempt that got it unless it was the first (*×3* beside it would read as three
 * such statuses), *503 →* where a later attempt got it, or what is wrong with it: *Too old*. Its column is narrow, so many attempts are
 * rounded: *1.2K*.
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
  if (first === null && attempts === 1 && isVerified) return status
  return (
    <span className={css.attempted}>
      {first !== null ? (
        <span className={css.first}>
          {first}
          <span className={css.space}> </span>→
        </span>
      ) : attempts > 1 ? (
        <span className={css.attempt}>
          <span className={css.word}>{states.attempt} </span>
          <span className={css.number}>{rounded.format(attempts)}</span>
        </span>
      ) : (
        <span className={css.attempt} data-tone={verdictStyles[verdict].tone}>
          <span className={css.word}>{verdicts[verdict].label}</span>
        </span>
      )}{' '}
      <span className={css.status}>{status}</span>
    </span>
  )
}

const rounded = new Intl.NumberFormat(undefined, { notation: 'compact' })
