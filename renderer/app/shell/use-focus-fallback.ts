import { type RefObject, useEffect } from 'react'
import { focusPlace } from './place-focus.ts'

/** Time for code that removes the focused element to move the focus itself, as a closing dialog does. */
const graceMs = 100

/** Moves the focus to the title of the place when the focused element is removed, so that the keyboard keeps working from there. */
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
        if (last?.isConnected && isNowhere()) last = null
      })
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected || !isNowhere()) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (last && !last.isConnected && isNowhere()) focusPlace(content.current)
      }, graceMs)
    })
    // Also of dialogs: the button that opened one may be gone when it closes, with the page before or an empty list.
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', onBlur)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', onBlur)
    }
  }, [content])
}
