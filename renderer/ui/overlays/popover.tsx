import { type Ref, type RefObject, useContext, useEffect, useRef } from 'react'
import {
  Popover as AriaPopover,
  type PopoverProps as AriaPopoverProps,
  OverlayTriggerStateContext,
} from 'react-aria-components'
import css from './popover.module.css'
import { Place } from './popover-place.tsx'

type PopoverProps = Omit<AriaPopoverProps, 'className' | 'offset' | 'UNSTABLE_portalContainer'>

/** What opens beside its trigger: a form, a calendar. */
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

/** The same for what is chosen from: a menu, a list of options. */
export function ListPopover(props: PopoverProps) {
  const popover = useRef<HTMLElement>(null)
  const trigger = useContext(OverlayTriggerStateContext)
  useEndWithResize(popover, () => (props.onOpenChange ? props.onOpenChange(false) : trigger?.close()))
  return <Popover ref={popover} {...props} />
}

/** Closes a list when the window gets another size, in which it would lie over what is needed next. */
export function useEndWithResize(list: RefObject<HTMLElement | null>, onEnd: () => void): void {
  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    // React Aria renders a list a second time to know its options, where there is no element and nothing to close.
    const onResize = () => list.current && end.current()
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [list])
}
