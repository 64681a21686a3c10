import { type RefObject, useLayoutEffect } from 'react'

/**
 * Says in `--scrollbar`, to what is beside a list in its frame, how much width its scroll bar takes now: none while everything is in
 * view, or where the system draws scroll bars over the content. The heads of its columns leave as much room.
 */
export function useScrollbarRoom(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = scroller.current
    const frame = element?.parentElement
    if (!element || !frame) return
    const say = () => frame.style.setProperty('--scrollbar', `${element.offsetWidth - element.clientWidth}px`)
    say()
    const resizes = new ResizeObserver(say)
    resizes.observe(element)
    return () => {
      resizes.disconnect()
      frame.style.removeProperty('--scrollbar')
    }
  }, [scroller])
}
