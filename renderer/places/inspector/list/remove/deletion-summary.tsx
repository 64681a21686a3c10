import { deletionSummary as copy } from '../copy.ts'
import css from './remove-deliveries.module.css'

/** Explains which data a deletion removes and keeps. Without a filter (`q`), it removes all deliveries. */
export function DeletionSummary({
  q,
  of = 'matching',
}: {
  readonly q?: string | undefined
  readonly of?: 'selected' | 'matching'
}) {
  return (
    <>
      {of === 'matching' ? (
        <p>
          {q === undefined ? (
            copy.everything
          ) : (
            <>
              {copy.matching} <code className={css.filter}>{q}</code>.
            </>
          )}
        </p>
      ) : null}
      <p>{copy.permanent}</p>
      <ul className={css.list}>
        {copy.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>
        {of === 'matching' ? `${copy.later} ` : ''}
        {copy.ids}
      </p>
    </>
  )
}
