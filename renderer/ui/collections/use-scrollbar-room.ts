import { type RefObject, useLayoutEffect } from 'react'

/**
 * Sets `--scrollbar` on the list's frame to the width of the list's scroll bar, so that the column heads leave the same room. The width is
 * 0 if all rows fit or the system overlays scroll bars.
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
