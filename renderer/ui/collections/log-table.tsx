import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import { classes } from '../class-names.ts'
import { opensMenu, useContextMenu } from '../overlays/context-menu.tsx'
import { MoreMenu } from '../overlays/more-menu.tsx'
import css from './log-table.module.css'

export interface LogTableProps<Row> {
  readonly label: string
  /** A class that sets `--columns` (the CSS grid tracks) and may set a smaller `--column-gap`. */
  readonly columns: string | undefined
  readonly heads: ReactNode
  readonly rows: readonly Row[]
  readonly idOf: (row: Row) => number
  readonly openId?: number | null
  readonly onPress?: (id: number) => void
  readonly none?: ReactNode
  readonly cells: (row: Row) => ReactNode
  readonly details?: (row: Row) => ReactNode
  /** Returns a row's menu items. The menu opens by a button, a right click, Shift+F10 or the menu key. */
  readonly menu?: (row: Row) => ReactNode
}

/** A log table with column headers. Only one row at a time can be expanded to show its details. */
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
  menu,
}: LogTableProps<Row>) {
  const from = useRef<HTMLElement | null>(null)
  const rowMenu = useContextMenu({
    items: menu,
    label: menuLabel,
    onOpenChange: (isOpen) => (isOpen ? undefined : from.current?.focus()),
  })
  const onContextMenu = (row: Row) => (event: MouseEvent<HTMLElement>) => {
    if (!rowMenu.isOffered) return
    event.preventDefault()
    from.current = event.currentTarget
    rowMenu.show(row, { x: event.clientX, y: event.clientY })
  }
  const onKeyDown = (row: Row) => (event: KeyboardEvent<HTMLElement>) => {
    if (!opensMenu(event) || !rowMenu.isOffered) return
    event.preventDefault()
    from.current = event.currentTarget
    rowMenu.showAt(row, event.currentTarget)
  }
  return (
    <>
      <div className={classes(css.head, menu && css.beside, columns)} aria-hidden>
        {heads}
      </div>
      {rows.length === 0 && none !== null ? (
        none
      ) : (
        <ul aria-label={label}>
          {rows.map((row) => {
            const id = idOf(row)
            const isOpen = id === openId
            return (
              <li key={id} className={css.item}>
                {onPress === undefined ? (
                  <div className={classes(css.row, columns)}>{cells(row)}</div>
                ) : (
                  <button
                    type="button"
                    className={classes(css.row, css.opens, menu && css.beside, columns)}
                    aria-expanded={isOpen}
                    onClick={() => onPress(id)}
                    onContextMenu={onContextMenu(row)}
                    onKeyDown={onKeyDown(row)}
                  >
                    {cells(row)}
                  </button>
                )}
                {menu ? (
                  <span className={css.more}>
                    <MoreMenu label={menuLabel}>{menu(row)}</MoreMenu>
                  </span>
                ) : null}
                {isOpen ? details?.(row) : null}
              </li>
            )
          })}
        </ul>
      )}
      {rowMenu.menu}
    </>
  )
}

const menuLabel = 'Actions'

export function LogEmpty({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <p className={css.none}>
      <b>{title}</b>
      <span>{text}</span>
    </p>
  )
}
