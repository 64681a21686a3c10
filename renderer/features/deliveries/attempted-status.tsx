import css from './attempted-status.module.css'
import { states } from './copy.ts'

/** A status, and the attempt that got it unless it was the first. *×3* beside it would read as three such statuses. */
export function AttemptedStatus({
  status,
  attempts,
}: {
  readonly status: number
  readonly attempts: number
}) {
  if (attempts === 1) return status
  return (
    <>
      <span className={css.attempt}>
        <span className={css.word}>{states.attempt}</span> {attempts.toLocaleString()}
      </span>{' '}
      {status}
    </>
  )
}
