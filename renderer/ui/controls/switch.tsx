import type { ReactNode } from 'react'
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components'
import { classes } from '../class-names.ts'
import css from './choice.module.css'

export interface SwitchProps extends Omit<AriaSwitchProps, 'children' | 'className'> {
  readonly children: ReactNode
  readonly hideLabel?: boolean
  /** Shows the label before the switch, for one of several controls on a line. */
  readonly wordsFirst?: boolean
  readonly className?: string | undefined
}

export function Switch({ children, hideLabel = false, wordsFirst = false, className, ...rest }: SwitchProps) {
  const name = hideLabel && typeof children === 'string' ? { 'aria-label': children } : {}
  return (
    <AriaSwitch
      {...rest}
      {...name}
      className={classes(css.choice, css.switch, wordsFirst && css.wordsFirst, className)}
    >
      <span className={css.track} aria-hidden>
        <span className={css.knob} />
      </span>
      {hideLabel ? null : <span className={css.words}>{children}</span>}
    </AriaSwitch>
  )
}
