import { type ReactNode, useId } from 'react'
import stackCss from '#ui/layout/stack.module.css'
import { VisibleText } from '#ui/text/visible-text.tsx'
import css from './section.module.css'

export function Section({
  title,
  description,
  children,
}: {
  readonly title: string
  readonly description?: string
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <header className={css.head}>
        <h2 id={id} className={css.title}>
          <VisibleText text={title} />
        </h2>
        {description ? <p className={css.description}>{description}</p> : null}
      </header>
      <div className={stackCss.s5}>{children}</div>
    </section>
  )
}
