import type { ReactNode } from 'react'
import css from './visually-hidden.module.css'

/** For assistive technology only. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={css.hidden}>{children}</span>
}

/** A place whose changes are spoken, once, without moving the focus. */
export function LiveStatus({ children }: { readonly children: ReactNode }) {
  return (
    <span role="status" className={css.hidden}>
      {children}
    </span>
  )
}
