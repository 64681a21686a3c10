import type { ReactNode } from 'react'
import { NoticeSlot } from './notice-slot.tsx'
import css from './title-row.module.css'

/** The head of a place: its title and count at the left, its actions at the right, and the notice below. */
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
    <>
      <header className={css.row}>
        <h1 className={css.title}>{title}</h1>
        {count == null ? null : <span className={css.count}>{count.toLocaleString()}</span>}
        {beside}
        <div className={css.actions}>{children}</div>
      </header>
      <NoticeSlot />
    </>
  )
}
