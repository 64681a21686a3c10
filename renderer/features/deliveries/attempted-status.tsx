import type { DeliverySummary } from '#shared/deliveries/model.ts'
import css from './attempted-status.module.css'
import { states, verdicts } from './copy.ts'
import { firstStatus } from './outcome-styles.ts'
import { verdictStyles } from './verdict-styles.ts'

/**
 * The status of a delivery, and what came before it: the attempt that got it unless it was the first (*×3* beside it would read as three
 * such statuses), *503 →* where a later attempt got it, *Retry* where the earlier attempt is a row of its own, or what is wrong with it:
 * *Too old*. Its column is narrow, so many attempts are rounded: *1.2K*.
 */
export function AttemptedStatus({
  delivery,
  isRetry = false,
}: {
  readonly delivery: Pick<DeliverySummary, 'status' | 'verdict' | 'attempts'>
  /** Its event came before, too late or too early. */
  readonly isRetry?: boolean
}) {
  const { status, attempts, verdict } = delivery
  const isVerified = verdict === 'verified'
  const first = firstStatus(delivery)
  if (first === null && attempts === 1 && isVerified && !isRetry) return status
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
      ) : isVerified ? (
        <span className={css.attempt}>{states.retry}</span>
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
