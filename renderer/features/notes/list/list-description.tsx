import type { ReactNode } from 'react'
import css from './note-pane.module.css'

/** The truth of a list beside it, and a way to another one. */
export function ListDescription({
  words,
  children,
}: {
  readonly words: readonly string[]
  readonly children?: ReactNode
}) {
  if (words.length === 0 && !children) return null
  return (
    <div className={css.truth}>
      <span role="note" className={css.words}>
        {words.join(' ')}
      </span>
      {children}
    </div>
  )
}
