import type { ReactNode } from 'react'
import { Visible } from '../text/visible-text.tsx'
import css from './choice.module.css'

/** The words beside a box or a dot, and a second, quieter line. */
export function ChoiceWords({
  children,
  description,
}: {
  readonly children: ReactNode
  readonly description: ReactNode
}) {
  return (
    <span className={css.words}>
      <span>
        <Visible>{children}</Visible>
      </span>
      {description ? <span className={css.description}>{description}</span> : null}
    </span>
  )
}
