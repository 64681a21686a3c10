import { ArrowDown, ArrowUp } from 'lucide-react'
import { classes } from '../../class-names.ts'
import css from './column-heads.module.css'

export interface ColumnHead {
  readonly id: string
  readonly label: string
  readonly title?: string | undefined
  /** Its values are aligned to the right. */
  readonly isNumber?: boolean
  /** `null`: nothing is sorted by it. `direction`: `null` while the list is sorted by something else. */
  readonly sort: {
    readonly label: string
    readonly direction: 'up' | 'down' | null
    readonly run: () => void
  } | null
}

/** The heads of a list with columns, in the grid of its rows. */
export function ColumnHeads({
  label,
  heads,
  template,
  inset,
}: {
  readonly label: string
  readonly heads: readonly ColumnHead[]
  /** The CSS grid tracks. */
  readonly template: string
  /** Pixels before the first column: what a row has in front of it. */
  readonly inset: number
}) {
  return (
    <fieldset className={css.heads} aria-label={label} style={{ paddingLeft: inset }}>
      <div className={css.grid} style={{ gridTemplateColumns: template }}>
        {heads.map(({ id, label, title, isNumber, sort }) => {
          const place = classes(css.head, isNumber && css.number)
          if (sort === null) {
            return (
              <span key={id} className={place} title={title}>
                {label}
              </span>
            )
          }
          return (
            <button
              key={id}
              type="button"
              className={classes(place, css.sorts, sort.direction !== null && css.sorted)}
              title={title}
              aria-label={sort.label}
              onClick={sort.run}
            >
              {label}
              {sort.direction === 'up' ? <ArrowUp size={12} aria-hidden /> : null}
              {sort.direction === 'down' ? <ArrowDown size={12} aria-hidden /> : null}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
