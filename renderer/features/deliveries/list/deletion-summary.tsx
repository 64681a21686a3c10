import { deletionSummary as copy } from './copy.ts'
import css from './remove-deliveries.module.css'

/** What a deletion removes and what it keeps. Without a filter it removes all deliveries; `one` is for a single delivery. */
export function DeletionSummary({
  q,
  one = false,
}: {
  readonly q?: string | undefined
  readonly one?: boolean
}) {
  return (
    <>
      {one ? null : (
        <p>
          {q === undefined ? (
            copy.everything
          ) : (
            <>
              {copy.matching} <code className={css.filter}>{q}</code>.
            </>
          )}
        </p>
      )}
      <p>{copy.permanent}</p>
      <ul className={css.list}>
        {copy.items(one).map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>
        {one ? '' : `${copy.later} `}
        {copy.ids}
      </p>
    </>
  )
}
