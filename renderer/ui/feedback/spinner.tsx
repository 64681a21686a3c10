import { type ReactNode, useEffect, useState } from 'react'
import { ProgressBar } from 'react-aria-components'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import css from './spinner.module.css'

export function Spinner({
  size = 16,
  label = 'Loading',
}: {
  readonly size?: number
  readonly label?: string
}) {
  return (
    <span className={css.spinner} style={{ width: size, height: size }}>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}

/** Shows its children after `ms`, so that short waits don't flicker. */
export function Delayed({ ms = 300, children }: { readonly ms?: number; readonly children: ReactNode }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return late ? children : null
}

export function Progress({ label, value }: { readonly label: string; readonly value?: number }) {
  return (
    <ProgressBar
      aria-label={label}
      className={css.progress ?? ''}
      {...(value === undefined ? { isIndeterminate: true } : { value })}
    >
      {({ percentage, isIndeterminate }) => (
        <span
          className={isIndeterminate ? css.unknown : css.bar}
          style={isIndeterminate ? undefined : { width: `${percentage}%` }}
        />
      )}
    </ProgressBar>
  )
}
