import type { ReactNode } from 'react'
import { NoticeSlot } from './notice-slot.tsx'
import css from './title-row.module.css'

/** The first row of a page, with the title and count on the left, actions on the right, and the notice below. */
export function TitleRow({
  title,
  count,
  beside,
  children,
}: {
  readonly title: string
  readonly count?: number | null
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
