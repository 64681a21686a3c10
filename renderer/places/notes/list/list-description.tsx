import type { ReactNode } from 'react'
import stackCss from '#ui/layout/stack.module.css'
import css from './note-pane.module.css'

export function ListDescription({
  words,
  children,
}: {
  readonly words: readonly string[]
  readonly children?: ReactNode
}) {
  if (words.length === 0 && !children) return null
  return (
    <div className={css.description}>
      <span role="note" className={stackCss.fit}>
        {words.join(' ')}
      </span>
      {children}
    </div>
  )
}
