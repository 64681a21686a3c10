import {
  Cell as AriaCell,
  Column as AriaColumn,
  Row as AriaRow,
  Table as AriaTable,
  TableBody as AriaTableBody,
  TableHeader as AriaTableHeader,
  type CellProps,
  type ColumnProps,
  type RowProps,
  type TableBodyProps,
  type TableHeaderProps,
  type TableProps,
} from 'react-aria-components'
import css from './table.module.css'

/** A table of up to some hundred rows, with arrow keys, sorting and selection. For more rows use `VirtualList`. */
export function Table(props: Omit<TableProps, 'className'>) {
  return <AriaTable {...props} className={css.table ?? ''} />
}

export function TableHeader<Item extends object>(props: TableHeaderProps<Item>) {
  return <AriaTableHeader {...props} className={css.header ?? ''} />
}

export function Column(props: Omit<ColumnProps, 'className'>) {
  return <AriaColumn {...props} className={css.column ?? ''} />
}

export function TableBody<Item extends object>(props: TableBodyProps<Item>) {
  return <AriaTableBody {...props} className={css.body ?? ''} />
}

export function Row<Item extends object>(props: Omit<RowProps<Item>, 'className'>) {
  return <AriaRow {...props} className={css.row ?? ''} />
}

export function Cell(props: Omit<CellProps, 'className'>) {
  return <AriaCell {...props} className={css.cell ?? ''} />
}
