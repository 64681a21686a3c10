import { type ReactNode, useId } from 'react'
import stackCss from '#ui/layout/stack.module.css'
import textCss from '#ui/text/text.module.css'
import css from './part.module.css'

export function Part({
  title,
  action,
  children,
}: {
  readonly title: string
  readonly action?: ReactNode
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <section className={stackCss.s2} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id} className={textCss.title}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
