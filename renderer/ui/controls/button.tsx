import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import { classes } from '../class-names.ts'
import { Spinner } from '../feedback/spinner.tsx'
import { Visible } from '../text/visible-text.tsx'
import css from './button.module.css'

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'isPending'> {
  readonly children: ReactNode
  /** Use `primary` at most once per screen, for the main action. */
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  readonly size?: 'small' | 'medium' | 'large'
  readonly icon?: ReactNode
  /** Whether the action is still running. The button then looks the same and keeps the focus, but does nothing when pressed. */
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
 * Makes a button inactive without taking the focus from it. React Aria's `isPending` is not used, because it announces the button
 * by its id when the action ends.
 */
function busy({ onPress: _, type: __, ...rest }: AriaButtonProps): AriaButtonProps {
  return { ...rest, 'aria-disabled': true, type: 'button' }
}

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
