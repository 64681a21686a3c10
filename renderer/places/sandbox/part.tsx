import { type ReactNode, useEffect, useId, useRef } from 'react'
import stackCss from '#ui/layout/stack.module.css'
import textCss from '#ui/text/text.module.css'
import css from './part.module.css'

export function Part({
  title,
  action,
  isLinked = false,
  children,
}: {
  readonly title: string
  readonly action?: ReactNode
  /** Whether to focus this part, and thus scroll to it, because a link names it. */
  readonly isLinked?: boolean
  readonly children: ReactNode
}) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isLinked) section.current?.focus()
  }, [isLinked])
  return (
    <section ref={section} tabIndex={-1} className={stackCss.s2} aria-labelledby={id}>
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
