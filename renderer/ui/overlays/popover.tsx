import { useContext } from 'react'
import { Popover as AriaPopover, type PopoverProps as AriaPopoverProps } from 'react-aria-components'
import css from './popover.module.css'
import { Place } from './popover-place.tsx'

/** What opens beside its trigger: a menu, a list of options, a calendar. */
export function Popover(props: Omit<AriaPopoverProps, 'className' | 'offset' | 'UNSTABLE_portalContainer'>) {
  const place = useContext(Place)
  return (
    <AriaPopover
      {...props}
      {...(place ? { UNSTABLE_portalContainer: place } : {})}
      className={css.popover ?? ''}
      offset={4}
    />
  )
}
