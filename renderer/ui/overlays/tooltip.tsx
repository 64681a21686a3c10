import type { ReactElement } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components'
import css from './tooltip.module.css'

/** A short name or exact value for a control that can have the focus. Never the only place of something needed. */
export function WithTooltip({
  text,
  shortcut,
  children,
}: {
  readonly text: string
  readonly shortcut?: string
  readonly children: ReactElement
}) {
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      {children}
      <AriaTooltip className={css.tooltip ?? ''} offset={6}>
        {text}
        {shortcut ? <kbd className={css.shortcut}>{shortcut}</kbd> : null}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
