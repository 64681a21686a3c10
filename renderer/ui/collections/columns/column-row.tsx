import type { ReactNode } from 'react'
import { type DotLook, StatusDot } from '../../status/status-dot.tsx'
import css from './column-row.module.css'
import { gridTemplate } from './columns.ts'

/** A row of a list: a status dot and its columns. */
export function ColumnRow<Id extends string>({
  dot,
  state,
  columns,
  cells,
}: {
  readonly dot: DotLook
  /** State of the dot, in a word. */
  readonly state: string
  /** Columns that fit. `isEnd`: aligned to the end. */
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
