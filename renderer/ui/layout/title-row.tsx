import type { ReactNode } from 'react'
import css from './title-row.module.css'

/** The head of a place, with its title and count on the left and its actions on the right. */
export function TitleRow({
  title,
  count,
  beside,
  children,
}: {
  readonly title: string
  readonly count?: number | null
  /** The place's status, shown beside the title. */
  readonly beside?: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <header className={css.row}>
      <h1 className={css.title}>{title}</h1>
      {count == null ? null : <span className={css.count}>{count.toLocaleString()}</span>}
      {beside}
      <div className={css.actions}>{children}</div>
    </header>
  )
}
