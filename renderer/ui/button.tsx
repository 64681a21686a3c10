import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import css from './button.module.css'
import { classes } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'isPending'> {
  readonly children: ReactNode
  /** `primary` once a screen, for the thing to do here. */
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  readonly size?: 'small' | 'medium' | 'large'
  readonly icon?: ReactNode
  /** Busy with what it was pressed for: keeps its place and focus, and does nothing when pressed again. */
  readonly pending?: boolean
  readonly className?: string | undefined
}

export function Button({
  children,
  variant = 'secondary',
  size = 'medium',
  icon,
  pending = false,
  className,
  ...rest
}: ButtonProps) {
  return (
    <AriaButton
      {...rest}
      isPending={pending}
      className={classes(css.button, css[variant], css[size], className)}
    >
      {pending ? <Spinner size={14} label="Working" /> : icon}
      <span className={css.label}>{children}</span>
    </AriaButton>
  )
}
