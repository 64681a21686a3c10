import type { ReactNode } from 'react'
import { classes } from '../class-names.ts'
import css from './log-table.module.css'

export interface LogTableProps<Row> {
  readonly label: string
  /** A class that sets `--columns`, the CSS grid tracks, and `--column-gap` if they are closer together. */
  readonly columns: string | undefined
  /** An element a column. Hidden from assistive technology. */
  readonly heads: ReactNode
  readonly rows: readonly Row[]
  readonly idOf: (row: Row) => number
  readonly openId?: number | null
  /** Without it, rows do not open. */
  readonly onPress?: (id: number) => void
  /** Below the heads if there are no rows. */
  readonly none?: ReactNode
  /** An element a column. */
  readonly cells: (row: Row) => ReactNode
  readonly details?: (row: Row) => ReactNode
}

/** The rows of a log under the heads of its columns. A row opens to its details, one at a time. */
export function LogTable<Row>({
  label,
  columns,
  heads,
  rows,
  idOf,
  openId = null,
  onPress,
  none = null,
  cells,
  details,
}: LogTableProps<Row>) {
  return (
    <>
      <div className={classes(css.head, columns)} aria-hidden>
        {heads}
      </div>
      {rows.length === 0 && none !== null ? (
        none
      ) : (
        <ul className={css.list} aria-label={label}>
          {rows.map((row) => {
            const id = idOf(row)
            const isOpen = id === openId
            return (
              <li key={id}>
                {onPress === undefined ? (
                  <div className={classes(css.row, columns)}>{cells(row)}</div>
                ) : (
                  <button
                    type="button"
                    className={classes(css.row, css.opens, columns)}
                    aria-expanded={isOpen}
                    onClick={() => onPress(id)}
                  >
                    {cells(row)}
                  </button>
                )}
                {isOpen ? details?.(row) : null}
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

/** In place of the rows of a log. */
export function LogEmpty({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <p className={css.none}>
      <b>{title}</b>
      <span>{text}</span>
    </p>
  )
}
