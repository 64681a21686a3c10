import { createContext, type ReactNode, useContext, useState } from 'react'
import { Popover as AriaPopover, type PopoverProps as AriaPopoverProps } from 'react-aria-components'
import css from './popover.module.css'

const Place = createContext<Element | null>(null)

/**
 * Where the popovers of its children are put: behind them, inside the same landmark or dialog. Were they at the end of the
 * page, they would stand outside of every landmark, and an open dialog would make them unreachable.
 */
export function PopoverPlace({ children }: { readonly children: ReactNode }) {
  const [place, setPlace] = useState<Element | null>(null)
  return (
    <Place value={place}>
      {children}
      <div ref={setPlace} />
    </Place>
  )
}

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
