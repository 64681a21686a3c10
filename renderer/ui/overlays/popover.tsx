import { type Ref, type RefObject, useContext, useEffect, useRef } from 'react'
import {
  Popover as AriaPopover,
  type PopoverProps as AriaPopoverProps,
  OverlayTriggerStateContext,
} from 'react-aria-components'
import css from './popover.module.css'
import { Place } from './popover-place.tsx'

type PopoverProps = Omit<AriaPopoverProps, 'className' | 'offset' | 'UNSTABLE_portalContainer'>

export function Popover(props: PopoverProps & { readonly ref?: Ref<HTMLElement> }) {
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

/** A popover with choices, such as a menu or a list of options. */
export function ListPopover(props: PopoverProps) {
  const popover = useRef<HTMLElement>(null)
  const trigger = useContext(OverlayTriggerStateContext)
  useEndWithResize(popover, () => (props.onOpenChange ? props.onOpenChange(false) : trigger?.close()))
  return <Popover ref={popover} {...props} />
}

/** Closes a list when the window is resized, because it could then cover other controls. */
export function useEndWithResize(list: RefObject<HTMLElement | null>, onEnd: () => void): void {
  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    // React Aria also renders a hidden copy of each list to collect its options. The copy has no element, so it is skipped here.
    const onResize = () => list.current && end.current()
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [list])
}
