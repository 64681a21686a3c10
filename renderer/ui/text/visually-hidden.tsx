import type { ReactNode } from 'react'
import css from './visually-hidden.module.css'

export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={css.hidden}>{children}</span>
}

/** A live region. Screen readers announce its changes without a focus change. */
export function LiveStatus({ children }: { readonly children: ReactNode }) {
  return (
    <span role="status" className={css.hidden}>
      {children}
    </span>
  )
}
