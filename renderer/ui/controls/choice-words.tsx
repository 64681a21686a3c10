import type { ReactNode } from 'react'
import { Visible } from '../text/visible-text.tsx'
import css from './choice.module.css'

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
