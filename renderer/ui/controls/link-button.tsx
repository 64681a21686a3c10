import type { ReactNode } from 'react'
import css from './link-button.module.css'

/** A button that looks like a link, for actions that stay on the page, such as *Show all* or *Edit* after a heading. */
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
