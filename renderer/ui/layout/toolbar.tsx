import type { ReactNode } from 'react'
import { classes } from '../class-names.ts'
import { Visible } from '../text/visible-text.tsx'
import { NoticeSlot } from './notice-slot.tsx'
import css from './toolbar.module.css'

export function Toolbar({
  title,
  subtitle,
  children,
  level = 2,
}: {
  readonly title?: ReactNode
  readonly subtitle?: ReactNode
  readonly children?: ReactNode
  readonly level?: 1 | 2
}) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <>
      <div className={css.toolbar}>
        {title ? (
          <div className={css.words}>
            <Heading className={classes(css.title, level === 1 && css.page)}>
              <Visible>{title}</Visible>
            </Heading>
            {subtitle ? (
              <div className={css.subtitle}>
                <Visible>{subtitle}</Visible>
              </div>
            ) : null}
          </div>
        ) : null}
        {children ? <div className={css.actions}>{children}</div> : null}
      </div>
      {level === 1 ? <NoticeSlot /> : null}
    </>
  )
}
