import type { ReactNode } from 'react'
import css from './link-button.module.css'

/** Looks like a link, for what stays in the place: *Show all*, *Edit* behind a heading. */
export function LinkButton({
  children,
  onPress,
}: {
  readonly children: ReactNode
  readonly onPress: () => void
}) {
  return (
    <button type="button" className={css.link} onClick={onPress}>
      {children}
    </button>
  )
}
