import { type ReactElement, use } from 'react'
import { Tooltip as AriaTooltip, type TooltipProps, TooltipTrigger } from 'react-aria-components'
import { Place } from './popover-place.tsx'
import css from './tooltip.module.css'

/** A short name or exact value for a focusable control. Never put required information only here. */
export function WithTooltip({
  text,
  shortcut,
  placement,
  children,
}: {
  readonly text: string
  readonly shortcut?: string
  readonly placement?: TooltipProps['placement']
  readonly children: ReactElement
}) {
  const place = use(Place)
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      {children}
      <AriaTooltip
        className={css.tooltip ?? ''}
        offset={6}
        {...(place ? { UNSTABLE_portalContainer: place } : {})}
        {...(placement === undefined ? {} : { placement })}
      >
        {text}
        {shortcut ? <kbd className={css.shortcut}>{shortcut}</kbd> : null}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
