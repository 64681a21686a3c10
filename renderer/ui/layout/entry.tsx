import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Visible } from '../text/visible-text.tsx'
import css from './entry.module.css'

export function Entry({
  icon: Icon,
  name,
  detail,
  children,
}: {
  readonly icon?: LucideIcon
  readonly name: ReactNode
  readonly detail: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <div className={css.entry}>
      {Icon ? (
        <span className={css.icon} aria-hidden>
          <Icon size={17} />
        </span>
      ) : null}
      <div className={css.words}>
        <p className={css.name}>
          <Visible>{name}</Visible>
        </p>
        <div className={css.detail}>
          <Visible>{detail}</Visible>
        </div>
      </div>
      {children}
    </div>
  )
}
