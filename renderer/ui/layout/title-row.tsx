import type { ReactNode } from 'react'
import css from './title-row.module.css'

/** The head of a place: what it is and how many there are at the left, what to do at the right. */
export function TitleRow({
  title,
  count,
  beside,
  children,
}: {
  readonly title: string
  /** `null` while it is unknown. */
  readonly count?: number | null
  /** Beside the title: the state of it. */
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
