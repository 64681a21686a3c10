import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import { classes } from '../class-names.ts'
import { Spinner } from '../feedback/spinner.tsx'
import { Visible } from '../text/visible-text.tsx'
import css from './button.module.css'

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'isPending'> {
  readonly children: ReactNode
  /** `primary` once a screen, for the thing to do here. */
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  readonly size?: 'small' | 'medium' | 'large'
  readonly icon?: ReactNode
  /** Busy with what it was pressed for: keeps its place and focus, and does nothing when pressed again. */
  readonly pending?: boolean
  readonly className?: string | undefined
  readonly ref?: Ref<HTMLButtonElement>
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
      {...(pending ? busy(rest) : rest)}
      className={classes(css.button, css[variant], css[size], className)}
    >
      {pending ? <Spinner size={14} label="Working" /> : icon}
      <span className={css.label}>
        <Visible>{children}</Visible>
      </span>
    </AriaButton>
  )
}

/**
 * A button that is busy keeps its place and its focus. Not `isPending`: that announces the button again by its id when it is
 * done, also when it has left the page by then.
 */
function busy({ onPress: _, type: __, ...rest }: AriaButtonProps): AriaButtonProps {
  return { ...rest, 'aria-disabled': true, type: 'button' }
}
