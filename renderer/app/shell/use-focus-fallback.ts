import { type RefObject, useEffect } from 'react'
import { focusPlace } from './place-focus.ts'

/** Time for code that removes the focused element to move the focus itself, as a closing dialog does. */
const graceMs = 100

const isGone = (element: Element) => !element.isConnected || element.matches(':disabled')

/**
 * Moves the focus to the title of the place when the focused element is removed or disabled, so that the keyboard keeps working from
 * there.
 */
export function useFocusFallback(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const isNowhere = () => document.activeElement === null || document.activeElement === document.body

    const onFocus = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null
    }
    // A click on empty space removes the focus on purpose.
    const onBlur = () =>
      setTimeout(() => {
        if (last && !isGone(last) && isNowhere()) last = null
      })
    const lookSoon = () => {
      if (!last || !isGone(last)) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        // A disabled element keeps the focus until the next frame.
        if (document.activeElement === last) requestAnimationFrame(lookSoon)
        else if (last && isGone(last) && isNowhere()) focusPlace(content.current)
      }, graceMs)
    }
    const observer = new MutationObserver(lookSoon)
    // Also of dialogs: the button that opened one may be gone when it closes, with the page before or an empty list.
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', onBlur)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', onBlur)
    }
  }, [content])
}
