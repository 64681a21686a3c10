import css from './attempted-status.module.css'
import { states } from './copy.ts'

/**
 * A status, and the attempt that got it unless it was the first. *×3* beside it would read as three such statuses. Its column is
 * narrow, so many attempts are rounded: *1.2K*.
 */
export function AttemptedStatus({
  status,
  attempts,
}: {
  readonly status: number
  readonly attempts: number
}) {
  if (attempts === 1) return status
  return (
    <span className={css.attempted}>
      <span className={css.attempt}>
        <span className={css.word}>{states.attempt} </span>
        {rounded.format(attempts)}
      </span>{' '}
      <span className={css.status}>{status}</span>
    </span>
  )
}

const rounded = new Intl.NumberFormat(undefined, { notation: 'compact' })
