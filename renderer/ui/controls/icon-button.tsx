import type { ReactNode } from 'react'
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  type TooltipProps,
} from 'react-aria-components'
import { classes } from '../class-names.ts'
import { WithTooltip } from '../overlays/tooltip.tsx'
import css from './button.module.css'

export interface IconButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'aria-label'> {
  readonly label: string
  readonly children: ReactNode
  readonly shortcut?: string
  readonly placement?: TooltipProps['placement']
  readonly className?: string | undefined
}

export function IconButton({ label, children, shortcut, placement, className, ...rest }: IconButtonProps) {
  return (
    <WithTooltip text={label} {...(shortcut ? { shortcut } : {})} {...(placement ? { placement } : {})}>
      <AriaButton {...rest} aria-label={label} className={classes(css.button, css.icon, className)}>
        {children}
      </AriaButton>
    </WithTooltip>
  )
}
