import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../class-names.ts'
import { type DotLook, StatusDot } from '../status/status-pill.tsx'
import css from './columns.module.css'

export interface ColumnHead {
  readonly id: string
  readonly label: string
  readonly title?: string | undefined
  readonly isNumber?: boolean
  /** `null` if the column cannot be sorted. `direction` is `null` while another column is sorted. */
  readonly sort: {
    readonly label: string
    readonly direction: 'up' | 'down' | null
    readonly run: () => void
  } | null
}

export function ColumnHeads({
  label,
  heads,
  template,
  inset,
}: {
  readonly label: string
  readonly heads: readonly ColumnHead[]
  readonly template: string
  /** Pixels before the first column, where a row has its dot. */
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

export const gridTemplate = (shown: readonly { readonly size: string }[]): string =>
  shown.map(({ size }) => size).join(' ')

export function ColumnRow<Id extends string>({
  dot,
  state,
  columns,
  cells,
}: {
  readonly dot: DotLook
  readonly state: string
  readonly columns: readonly { readonly id: Id; readonly size: string; readonly isEnd?: boolean }[]
  readonly cells: Readonly<Record<Id, ReactNode>>
}) {
  return (
    <span className={css.row}>
      <span className={css.dot} title={state}>
        <StatusDot look={dot} />
      </span>
      <span className={css.cells} style={{ gridTemplateColumns: gridTemplate(columns) }}>
        {columns.map(({ id, isEnd = false }) => (
          <span key={id} className={css.cell} data-end={isEnd}>
            {cells[id]}
          </span>
        ))}
      </span>
    </span>
  )
}
