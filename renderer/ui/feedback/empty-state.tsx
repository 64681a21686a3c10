import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Visible } from '../text/visible-text.tsx'
import css from './empty-state.module.css'

export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  readonly icon?: LucideIcon
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <div className={css.empty}>
      {Icon ? (
        <span className={css.icon} aria-hidden>
          <Icon size={18} strokeWidth={1.75} />
        </span>
      ) : null}
      <p className={css.title}>
        <Visible>{title}</Visible>
      </p>
      {children ? (
        <div className={css.text}>
          <Visible>{children}</Visible>
        </div>
      ) : null}
      {action ? <div className={css.action}>{action}</div> : null}
    </div>
  )
}
